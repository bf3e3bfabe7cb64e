"""The MCP server: its wire, the greeting before the SDK is there, the SDK's session, the calls."""
