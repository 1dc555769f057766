-- What visitors can do in the chat, as `BehaviorSettings`; what is left out has its default.
alter table client_settings add column behavior jsonb not null default '{}';
