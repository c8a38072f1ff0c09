-- Signed papers of several sheets come back sheet by sheet: which of how many the scan holds, in its order; 0 is one without a number.
-- Null for a scan of before, which was taken whole.
alter table document add column scan_pages int[], add column scan_of int;
