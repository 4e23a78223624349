package io.tidemark.streams.meter;

import com.google.common.collect.ImmutableList;
import io.micrometer.core.instrument.Meter;
import io.tidemark.schemas.meter.DefinedMeter;
import io.tidemark.schemas.meter.MeterDefinition;

/** The meters of a streams host, each with its definition. Names are public API; docs/operate/operating.md is checked against them. */
public enum StreamsMeter implements DefinedMeter {
    HEALTH("health", Meter.Type.GAUGE, "", "1 for the state that the team's application is in, else 0", "state"),
    LAG(
            "lag",
            Meter.Type.GAUGE,
            "records",
            "Committed records of a topic that this process has not read yet; nothing while it has no share of the"
                    + " topic",
            "topic"),
    DEAD_LETTERS("dead.letters", Meter.Type.COUNTER, "", "Records that went to the dead letters", "topic"),
    LATE(
            "late.values",
            Meter.Type.COUNTER,
            "",
            "Values and ended requests that arrived after a FINAL window of their second was written"),
    SET_ASIDE(
            "set.aside.events",
            Meter.Type.COUNTER,
            "",
            "Events of runs whose results were complete and whose state was forgotten: they change no result"),
    GAVE_WAY(
            "silent.runs.forgotten",
            Meter.Type.COUNTER,
            "",
            "Runs that were forgotten after a minute of silence, because the team had no room for what another run"
                    + " brought"),
    UNSEGMENTED(
            "unsegmented.requests",
            Meter.Type.COUNTER,
            "",
            "Requests in the result of their step but of no segment: their segment had expired, or too many were"
                    + " open"),
    DUPLICATES("duplicates", Meter.Type.COUNTER, "", "Records that a lane sent twice and that were counted once"),
    MISSING(
            "missing",
            Meter.Type.COUNTER,
            "",
            "Announced events that the streams no longer wait for: lost by the client, dead letters, or never received"),
    WINDOWS("windows", Meter.Type.COUNTER, "", "Window records sent", "finality"),
    KEPT_FIGURES(
            "kept.figures",
            Meter.Type.COUNTER,
            "",
            "Settled windows that keep their figures, because a recomputation had fewer requests or values: a defect"
                    + " if it is not 0"),
    CLIENT_LOST("client.lost.events", Meter.Type.COUNTER, "", "Events that lanes report as lost on their way to Kafka"),
    CLIENT_DROPPED(
            "client.dropped.requests",
            Meter.Type.COUNTER,
            "",
            "Requests that lanes report as dropped by their own limits"),
    RUNS("runs", Meter.Type.GAUGE, "", "Runs kept in memory"),
    SERIES(
            "series",
            Meter.Type.GAUGE,
            "",
            "Series with windows: run, step, target and class together, each with all its metrics"),
    OVER_LIMIT(
            "over.limit.values",
            Meter.Type.COUNTER,
            "",
            "Values and ended requests of series over the limit: for a class, counted as class `other`; for a run,"
                    + " step or target, in no window",
            "counted"),
    LIMITED(
            "limited",
            Meter.Type.GAUGE,
            "",
            "How much the team holds in this process of what is limited per team: runs, lanes, targets, sources, bytes of"
                    + " definitions, samples and other state, objectives of steps and over series",
            "limit"),
    OVER_LIMIT_RECORDS(
            "over.limit.records",
            Meter.Type.COUNTER,
            "",
            "Records that are dead letters because of a limit of the team; for limits of lanes in events, of copies of"
                    + " samples, of values in the state and of objectives over series, how many were left out; for the results that are compared, how many runs were forgotten",
            "limit"),
    SILENT_LANES(
            "silent.lanes", Meter.Type.GAUGE, "", "Lanes that fell silent before their end: windows are incomplete"),
    CLOCK_OFFSET(
            "clock.offset",
            Meter.Type.GAUGE,
            "seconds",
            "How far the brokers' clock is ahead of this host's, by the append times of what the host wrote"),
    COMMITS("commits", Meter.Type.COUNTER, "", "Commits of the stream threads since the application started"),
    COMMIT_MEAN("commit.mean", Meter.Type.GAUGE, "seconds", "Mean time of a commit, over Kafka's last 30 to 60 s"),
    COMMIT_MAX("commit.max", Meter.Type.GAUGE, "seconds", "Longest commit in Kafka's last 30 to 60 s"),
    RESTORE("restore", Meter.Type.TIMER, "seconds", "Time to restore one store partition from its changelog"),
    RESTORED("restored", Meter.Type.COUNTER, "records", "Records read back from changelogs"),
    FAILURES(
            "failures",
            Meter.Type.COUNTER,
            "",
            "Stream threads that died: in an outage (they are replaced) or by a defect (the application ends)",
            "kind"),
    RESTARTS("restarts", Meter.Type.COUNTER, "", "Restarts of the team's application");

    private final MeterDefinition definition;

    StreamsMeter(String name, Meter.Type type, String unit, String meaning, String... tags) {
        this.definition =
                new MeterDefinition("tidemark.streams." + name, type, unit, meaning, ImmutableList.copyOf(tags));
    }

    /** Its tags are beside {@code team}. */
    @Override
    public MeterDefinition definition() {
        return definition;
    }
}
