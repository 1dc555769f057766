-- The words of a folded text as a search compares them: at most 40 letters each, and behind the end of the
-- workspace's id, so that in an index those of one workspace stand together and no other's are walked through.
create function words_of(integration_id uuid, folded text) returns tsvector
  language sql immutable strict parallel safe
  return array_to_tsvector(array_remove(string_to_array(
    right(integration_id::text, 6) || replace(
      regexp_replace(
        regexp_replace(folded, '[^[:alnum:]]+', ' ', 'g'),
        '([[:alnum:]]{40})[[:alnum:]]+', '\1', 'g'),
      ' ', ' ' || right(integration_id::text, 6)),
    ' '), right(integration_id::text, 6)));

-- Written with the message; null where nobody has said anything.
alter table message add column words tsvector;
update message set words = words_of(integration_id, folded(body))
  where kind not in ('event', 'ai_notice', 'hand_over');
create index message_words on message using gin (words);
-- tiny, since rows come in the order of time
create index message_sent on message using brin (sent_at);
create index contact_words on contact using gin (words_of(integration_id, search_text));

-- A word with each of its letters left out, and whole: two words that share one differ by one slip.
create function slips(integration_id uuid, word text) returns text[]
  language sql immutable strict parallel safe
  return array(
    select right(integration_id::text, 6) || left(word, place - 1) || substr(word, place + 1)
    from generate_series(1, length(word) + 1) as place
  );
-- Every word that stands in messages, so that a mistyped one finds what was meant.
create table search_word (
  integration_id uuid not null references integration on delete cascade,
  word text collate "C" not null,
  slips text[] not null generated always as (slips(integration_id, word)) stored,
  primary key (integration_id, word)
);
create index search_word_slips on search_word using gin (slips);
-- Messages sent before have been looked through for new words.
create table search_progress (
  is_only boolean primary key default true check (is_only),
  learned_until timestamptz not null
);
insert into search_word (integration_id, word)
  select distinct integration_id, substr(lexeme, 7) from message, unnest(words)
  where length(lexeme) between 10 and 30 and substr(lexeme, 7) !~ '[0-9]';
insert into search_progress (learned_until) values (now());
