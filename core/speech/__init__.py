"""Speech in Chinese and English: what a user's sentence does, by its form alone.

Everything here looks at how something is said (markers, modality, clause structure), never at
what it is about. The markers themselves are data: `lexicon` (what lasts),
`lexicon_request`, `lexicon_choice`, `lexicon_commitment`, `lexicon_reply` (answers),
`lexicon_offer` (what an assistant proposes), `lexicon_withdrawal`, `lexicon_veto` (what keeps a
sentence from being kept) and `lexicon_weight` (what each word says).
"""
