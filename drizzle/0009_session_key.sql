-- Signs the ids of MCP sessions. Made here, so that servers that start together have one.
INSERT INTO keys (name, value) VALUES ('mcp_session', lower(hex(randomblob(32)))) ON CONFLICT DO NOTHING;
