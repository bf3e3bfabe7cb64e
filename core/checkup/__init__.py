"""A doctor's judgement: facts about a store and its surroundings to findings, purely."""
