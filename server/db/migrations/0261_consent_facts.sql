-- Who gave and withdrew what is read for everybody of a place at once: from the index alone, never from the pages of consents.
create index consent_facts on consent (profile_id) include (kind, revoked_at);
drop index consent_of;
