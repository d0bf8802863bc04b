-- Signs the ids of MCP sessions. Made here, so that servers that start together have one.
INSERT INTO keys (name, value)
	VALUES ('mcp_session', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
	ON CONFLICT DO NOTHING;
