-- How a person is shown, and by which clock they live.
alter table app_user
  add column time_zone text,
  -- what the picture is asked for by: another picture has another
  add column avatar_id uuid unique,
  add column avatar_key text,
  add check ((avatar_id is null) = (avatar_key is null));
-- Of one workspace: what its customers call them (empty: their own name), and how they end a letter.
alter table member
  add column display_name text not null default '',
  add column signature text not null default '';
-- The name that the customer was told, where it was not the team's.
alter table message add column shown_name text;
