-- Views give double precision where they gave numeric, and a chart over a stretch of time finds its windows.

-- postgresql only: a small index over an expression that is the view's; rows come about in the order of their time
CREATE INDEX window_stats_time ON window_stats USING brin ((UTC(end_micros)));
