-- How an automatic answer, or the hand-over in its place, came about; for members alone. Null for everything else, and
-- for what was said before this was kept.
alter table message add column trace jsonb;
