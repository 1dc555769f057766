-- The button on the customer's page, as `LauncherSettings`; what is left out has its default.
alter table client_settings add column launcher jsonb not null default '{}';
