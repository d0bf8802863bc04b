/**
 * What changed for readers, in order, so that a copy can be kept right.
 *
 * In: the notes that the store keeps beside reviews. Out: pages of changes from any cursor on.
 * Never: who reads, what a reader was told before.
 *
 * @module
 */
export { CHANGE_CURSOR_PATTERN, type ChangePlace, readChangeCursor, writeChangeCursor } from "../cursor.ts";
export { type ChangesAnswer, changesAnswer } from "./changes_answer.ts";
