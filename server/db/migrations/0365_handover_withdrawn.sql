-- Who asked for a handover may take it back while nobody has decided on it.
alter table handover drop constraint handover_state_check;
alter table handover add constraint handover_state_check check (state in ('asked', 'confirmed', 'declined', 'withdrawn'));
