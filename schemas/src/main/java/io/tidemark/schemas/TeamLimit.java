package io.tidemark.schemas;

import java.util.Map;

/**
 * How much of everything that a producer can name a team may have. What is over a limit is a dead letter. Ids are public API; docs/operate/scaling.md is
 * checked against them.
 */
public enum TeamLimit {
    NAME_LENGTH(
            "name.length",
            256,
            Scope.RECORD,
            "Characters of the name of a run, lane, target, target group, class, objective, severity or scraped instance"),
    TEXT_LENGTH(
            "text.length",
            4_096,
            Scope.RECORD,
            "Characters of any other text and of a key of a map: a URL, a label, a reason"),
    DOCUMENT_LENGTH(
            "document.length",
            1 << 20,
            Scope.RECORD,
            "Characters of a plan, a schedule, a command, what happened in words, a line of a log, what a server answered, a recorded prompt"),
    LIST_LENGTH(
            "list.length", 1_000, Scope.RECORD, "Entries of any other list or map: labels, reasons, remarks, flags"),
    SKETCH_BYTES("sketch.bytes", 64 << 10, Scope.RECORD, "Bytes of a sketch"),
    BATCH_CHUNKS("batch.chunks", 1 << 17, Scope.RECORD, "Chunks of a token batch"),
    CONTROL_BYTES(
            "control.bytes", 4 << 20, Scope.RECORD, "Bytes of a record of `control`, also where it comes compressed"),
    LANES_PER_RUN("run.lanes", 4_096, Scope.RUN, "Lanes of a run, in its definition, its heartbeats and its events"),
    TARGETS_PER_RUN("run.targets", 256, Scope.RUN, "Targets that a run names"),
    OBJECTIVES_PER_RUN("run.objectives", 200, Scope.RUN, "Names of objectives of a run"),
    DEFINITIONS_PER_RUN(
            "run.definitions",
            12_000,
            Scope.RUN,
            "Definitions of a run: itself, its steps, each version of its objectives"),
    SOURCES_PER_RUN(
            "run.sources", 1_024, Scope.RUN, "Sources of a run's samples: target, role, instance and engine together"),
    SAMPLE_BYTES("sample.bytes", 64 << 10, Scope.RECORD, "Bytes of a server sample"),
    SAMPLE_VALUES(
            "sample.values", 1_000, Scope.RECORD, "Values of a server sample; likewise its histograms, its labels"),
    RUNS_PER_TARGET("target.runs", 64, Scope.TARGET, "Runs without an end that get the samples of a target"),
    COPIED_BYTES(
            "target.copied.bytes",
            64 << 20,
            Scope.TASK,
            "Bytes a minute of samples that are sent to more than one run, or to a run that begins after them, each at least 8 KiB; copies beyond it are left out"),
    COMPARED_BYTES(
            "comparison.bytes",
            32 << 20,
            Scope.TASK,
            "Bytes of the results that phases and segments are compared by, with keys and 100 for each entry; beyond it those of the runs that began first are forgotten"),
    RUNS("runs", 1_000, Scope.TEAM, "Runs in memory; `--series` changes it"),
    LANES("lanes", 20_000, Scope.TEAM, "Lanes of all runs in memory"),
    TARGETS("targets", 256, Scope.TEAM, "Targets with samples or runs"),
    SOURCES("sources", 4_096, Scope.TEAM, "Sources of the samples of all runs in memory"),
    SAMPLE_BYTES_HELD(
            "samples.held.bytes",
            128 << 20,
            Scope.TEAM,
            "Bytes of the samples of all runs in memory and of the last 120 of each target, as they are stored; beyond it a known source and a target lose their oldest ones, and a new source is refused"),
    DEFINITION_BYTES(
            "definition.bytes",
            32 << 20,
            Scope.TEAM,
            "Bytes of the definitions of all runs in memory; an eighth of it is for changes of known definitions"),
    STATE_BYTES(
            "state.bytes",
            320 << 20,
            Scope.TEAM,
            "About how many bytes of heap the rest of all runs in memory takes: seconds, lanes, steps, objectives. Beyond it values are in no figure, and windows and steps that lack them are incomplete"),
    STEP_OBJECTIVES(
            "step.objectives", 100_000, Scope.TEAM, "Steps of a run times its objectives, of all runs in memory"),
    TIMELINES(
            "objective.series",
            20_000,
            Scope.TEAM,
            "Objectives, and each of their burn-rate rules, that are followed over a series, of all runs in memory; beyond it an objective is not followed over a further series. `--series` above 1,000 makes it 20 for each"),
    SHOWN_ENTRIES(
            "shown.entries",
            50_000,
            Scope.SHOWN,
            "Steps, results, objectives, breaches and lanes of all runs that are shown; beyond it the run with most of them is not shown"),
    ACTIVE_ALERTS(
            "alert.active",
            2_000,
            Scope.ALERTS,
            "Alerts that are pending or fire; a tenth of it is for pages. Further ones are counted in `AlertsHeldBack`"),
    ACTIVE_ALERT_LENGTH("alert.active.length", 8 << 20, Scope.ALERTS, "Characters of their labels and texts"),
    ALERT_FACTS(
            "alert.facts",
            5_000,
            Scope.ALERTS,
            "What alerts remember of runs, phases, lanes, tunes and watched plans; beyond it what changed longest ago is forgotten"),
    ALERT_FACT_LENGTH("alert.facts.length", 8 << 20, Scope.ALERTS, "Characters of all of that");

    /** What a limit is for. */
    public enum Scope {
        RECORD("a record"),
        RUN("a run"),
        TARGET("a target"),
        TASK("a task of a streams host"),
        TEAM("a team in a streams host"),
        SHOWN("a team in a console or an exporter"),
        ALERTS("a team in a process of alerts");

        private final String description;

        Scope(String description) {
            this.description = description;
        }

        public String description() {
            return description;
        }
    }

    private final String id;
    private final int most;
    private final Scope scope;
    private final String meaning;

    TeamLimit(String id, int most, Scope scope, String meaning) {
        this.id = id;
        this.most = most;
        this.scope = scope;
        this.meaning = meaning;
    }

    /** Value of the tag {@code limit} of meters. */
    public String id() {
        return id;
    }

    /** As many are allowed, unless the process is configured otherwise. */
    public int most() {
        return most;
    }

    /** Whether one thing more, or a known one, may be kept with those that are. */
    public <K> boolean hasRoom(Map<K, ?> known, K key) {
        return known.size() < most || known.containsKey(key);
    }

    public Scope scope() {
        return scope;
    }

    public String meaning() {
        return meaning;
    }
}
