-- What the customer made of it once it was resolved: 1 (very bad) to 5 (very good).
alter table conversation
  add column rating smallint check (rating between 1 and 5),
  add column rating_comment text,
  add column rated_at timestamptz;

alter table message drop constraint message_kind_check;
alter table message add constraint message_kind_check check (kind in (
  'text', 'image', 'file', 'voice', 'buttons', 'cards', 'form', 'answer', 'note', 'event', 'hand_over', 'ai_notice',
  'rating'));
