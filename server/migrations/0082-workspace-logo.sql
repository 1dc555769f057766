-- The picture of a workspace, with those it has just put away: they can be brought back for a day.
create table integration_logo (
  integration_id uuid not null references integration on delete cascade,
  -- what it is asked for by: another picture has another
  id uuid not null,
  file_key text not null,
  -- null while it is shown
  put_away_at timestamptz,
  primary key (integration_id, id)
);
alter table integration
  -- the one shown
  add column logo_id uuid,
  -- that its chat speaks; `locale` where the visitor's is none of them
  add column locales text[] not null default '{en,sk}',
  add constraint integration_logo_shown foreign key (id, logo_id)
    references integration_logo (integration_id, id) on delete set null (logo_id),
  add constraint integration_locale_offered check (locale = any (locales) and locales <@ '{en,sk}');
