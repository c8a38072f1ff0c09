-- What a merge of two cards looks for: estates left by one of them, cases of both that go as a pair.
create index profile_estate on profile (estate_of) where estate_of is not null;
create index reregistration_pair on reregistration (pair_id) where pair_id is not null;
