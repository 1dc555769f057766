alter table conversation
  -- whose words `last_message_preview` shows; the id is a member's
  add column last_message_author text
    check (last_message_author in ('contact', 'member', 'assistant', 'scenario', 'system')),
  add column last_message_author_id uuid,
  -- when the customer last saw something said; null: at `last_message_at`
  add column visitor_message_at timestamptz,
  -- the entry that ended its last snooze
  add column woken_seq integer;

-- Rows of what is resolved name nobody until their next message: that is most of them, and few look there.
update conversation as held
set last_message_author = said.author,
  last_message_author_id = case when said.author = 'member' then said.author_id end
from conversation as own
cross join lateral (
  select author, author_id from message
  where message.integration_id = own.integration_id and message.conversation_id = own.id
    and kind in ('text', 'answer', 'note') and (change->>'is_deleted')::boolean is not true
  order by seq desc limit 1
) as said
where held.integration_id = own.integration_id and held.id = own.id and own.status <> 'resolved';
