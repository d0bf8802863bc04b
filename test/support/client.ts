/** A client whose requests reach the application without a server. */
export const CLIENT = { clientAddress: "192.0.2.1", keepOpen() {}, limitIdle() {}, cut() {} };
