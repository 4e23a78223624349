-- Maintenance takes the rows of one team out, the oldest first: an index per table gives them in that order.
CREATE INDEX requests_team_appended ON requests (team, appended_micros);
CREATE INDEX window_stats_team_appended ON window_stats (team, appended_micros);
CREATE INDEX window_stats_team_full ON window_stats (team, appended_micros) WHERE thinned = 0;
CREATE INDEX server_samples_team_appended ON server_samples (team, appended_micros);
DROP INDEX requests_appended;
DROP INDEX window_stats_appended;
DROP INDEX window_stats_full;
DROP INDEX server_samples_appended;
