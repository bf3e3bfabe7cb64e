"""What coding agents are told and what they tell, as values: payloads, answers, connections."""
