-- A notice may be about a suggestion instead of a conversation.
alter table notice
  alter column conversation_id drop not null,
  add column suggestion_id uuid,
  -- what kind of thing was suggested
  add column topic text check (topic in ('canned_reply', 'question')),
  drop constraint notice_kind_check,
  add constraint notice_kind_check check (
    kind in ('unassigned', 'assigned', 'mentioned', 'replied', 'overdue', 'suggested', 'accepted', 'declined')
  ),
  add constraint notice_about check ((conversation_id is null) <> (suggestion_id is null)),
  add constraint notice_topic check ((suggestion_id is null) = (topic is null)),
  add foreign key (integration_id, suggestion_id) references suggestion on delete cascade;
create unique index notice_unread_suggestion on notice (integration_id, suggestion_id, user_id, kind)
  where read_at is null and suggestion_id is not null;
