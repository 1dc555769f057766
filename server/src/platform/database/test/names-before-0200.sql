-- Data in the names that migrations 0200 to 0222 replace.
create schema pgboss;
create table pgboss.job (data jsonb);
insert into pgboss.job values ('{"bulk_act_id": "7", "by": {"name": "Eva", "network": "10.0.0.x"}}'), ('{"id": 1}'),
  ('{"id": 2, "act": {"kind": "ticket"}}');
with workspace as (
  insert into integration (public_key, name, url) values ('pk_old', 'Old', 'https://a.example') returning id),
person as (insert into app_user (email, name, password_hash) values ('a@example.com', 'Eva', '') returning id),
membership as (
  insert into member (integration_id, user_id, role, sees)
  select workspace.id, person.id, 'agent', 'own' from workspace, person returning integration_id, user_id),
columns as (
  insert into contact_columns (integration_id, user_id, columns)
  select integration_id, user_id, '["name", "consent_words"]' from membership),
segment as (
  insert into saved_view (integration_id, id, name, view, filter, place, list)
  select id, gen_random_uuid(), 'Agreed', 'all', '{"rules": "consent_words.contains.news"}', 1, 'contacts'
  from workspace),
preferences as (
  insert into notification_choices (integration_id, user_id, choices)
  select integration_id, user_id, '{"quiet": {"is_on": true}, "kinds": {"assigned": {"mail": false}}}' from membership),
bulk as (
  insert into bulk_act (integration_id, id, user_id, change, total, created_at)
  select integration_id, gen_random_uuid(), user_id, '{"kind": "block", "until": null, "why": "Spam"}', 1, now()
  from membership),
sales as (insert into team (integration_id, name, hand_out) select id, 'Sales', 'in_turn' from workspace),
customer as (
  insert into contact (integration_id, kind, locale, blocked_why)
  select id, 'visitor', 'en', 'Insults' from workspace returning integration_id, id),
change as (
  insert into contact_change (integration_id, contact_id, changes)
  select integration_id, id, '[{"field": "blocked_why", "after": "Insults"}, {"field": "name"}]' from customer),
merge as (
  insert into contact_merge (integration_id, id, source_id, target_id, by_name, at, source, filled)
  select integration_id, gen_random_uuid(), id, id, 'Eva', now(),
    '{"row": {"name": "former", "former": "Eva", "blocked_why": "Spam", "consent_words": null, "proven_email": "a@example.com",
      "proven_email_at": null, "mails_stopped_at": "2026-01-01"}, "import_rows": []}',
    '{"before": {"former": "", "proven_email_at": null}, "after": {"blocked_why": "former", "mails_stopped_at": null}}' from customer),
opened as (
  insert into conversation (integration_id, id, contact_id, number, subject, locale)
  select integration_id, gen_random_uuid(), id, 1, '', 'en' from customer returning integration_id, id)
insert into message
  (integration_id, conversation_id, seq, id, visitor_prev, is_visible, author, author_id, kind, body, details, trace)
select integration_id, opened.id, seq, gen_random_uuid(), 0, true, 'system', gen_random_uuid(), kind, '',
  details::jsonb, trace::jsonb
from opened, (values
  (1, 'event', '{"event": "handed_out", "hand_out": "in_turn"}', null),
  (2, 'answer', '{"is_thanked": true}', '{"candidates": [{"is_pair": true, "is_used": true}]}'),
  (3, 'event', '{"event": "reply_mailed", "mailed_to": "a@example.com", "has_text": true}', null),
  (4, 'event', '{"event": "reply_not_mailed", "not_mailed": "limit"}', null)) as row (seq, kind, details, trace);
