-- Up to here a browser of the customer has received the thread; never less than they have seen.
alter table conversation add column visitor_delivered_seq integer not null default 0;
update conversation set visitor_delivered_seq = visitor_seen_seq where visitor_seen_seq > 0;
