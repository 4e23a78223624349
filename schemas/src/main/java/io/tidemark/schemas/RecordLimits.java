package io.tidemark.schemas;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloState;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.TokenBatch;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;
import org.jspecify.annotations.Nullable;

/** Holds the counts and lengths within one record of a producer against {@link TeamLimit}s. Every reader of the topics decodes by these rules. */
public final class RecordLimits {
    /** A limit that a record is over, and how. */
    public record Excess(TeamLimit limit, String rule) {
        /** @param what that there is more of than the limit allows */
        public static Excess of(TeamLimit limit, String what, long count) {
            return new Excess(
                    limit, what + " must be at most " + limit.most() + " (limit " + limit.id() + ") but was " + count);
        }
    }

    private @Nullable Excess found;

    private RecordLimits() {}

    /** Whether a record is too large to be read at all. */
    public static Optional<Excess> ofSize(Class<?> type, int sizeBytes) {
        RecordLimits check = new RecordLimits();
        if (type == ServerSample.class) {
            check.atMost(TeamLimit.SAMPLE_BYTES, "the sample", sizeBytes);
        }
        return Optional.ofNullable(check.found);
    }

    /** The first limit that a record is over. */
    public static Optional<Excess> of(SpecificRecord event) {
        RecordLimits check = new RecordLimits();
        if (event instanceof RequestEvent request) {
            check.place(request.getRun(), request.getLane());
            check.series(request.getTarget(), request.getTargetGroup(), request.getRequestClass());
        } else if (event instanceof TokenBatch batch) {
            check.place(batch.getRun(), batch.getLane());
            check.series(batch.getTarget(), batch.getTargetGroup(), batch.getRequestClass());
        } else if (event instanceof Heartbeat heartbeat) {
            check.place(heartbeat.getRun(), heartbeat.getLane());
            check.name("target", heartbeat.getTarget());
        } else if (event instanceof ServerSample sample) {
            check.sample(sample);
        } else if (event instanceof ControlEvent control) {
            check.state(control.getState());
        }
        return Optional.ofNullable(check.found);
    }

    /** The names of a batch that was read into columns. */
    public static Optional<Excess> ofBatch(String run, String lane, SeriesNames series) {
        RecordLimits check = new RecordLimits();
        check.place(run, lane);
        check.series(series.target(), series.targetGroup(), series.requestClass());
        return Optional.ofNullable(check.found);
    }

    /** What tells the series of a run apart, beside the step. */
    public record SeriesNames(String target, String targetGroup, String requestClass) {}

    private void state(Object state) {
        if (state instanceof RunState run) {
            run(run);
        } else if (state instanceof StepState step) {
            name("run", step.getRun());
            name("target", step.getTarget());
            atMost(
                    TeamLimit.LANES_PER_RUN,
                    "requestsByLane",
                    step.getRequestsByLane().size());
            atMost(
                    TeamLimit.LANES_PER_RUN,
                    "measuredByLane",
                    step.getMeasuredByLane().size());
            names("requestsByLane", step.getRequestsByLane().keySet());
            names("measuredByLane", step.getMeasuredByLane().keySet());
            texts("flags", step.getFlags());
            texts("invalidReasons", step.getInvalidReasons());
            atMost(TeamLimit.LIST_LENGTH, "doubts", step.getDoubts().size());
        } else if (state instanceof SloState slo) {
            name("run", slo.getRun());
            objective(slo.getObjective());
        }
    }

    private void run(RunState run) {
        name("run", run.getRun());
        text("experiment", run.getExperiment());
        text("phase", run.getPhase());
        atMost(TeamLimit.LANES_PER_RUN, "lanes", run.getLanes().size());
        names("lanes", run.getLanes());
        atMost(TeamLimit.TARGETS_PER_RUN, "targets", run.getTargets().size());
        run.getTargets().forEach(this::target);
        texts("invalidReasons", run.getInvalidReasons());
        texts("remarks", run.getRemarks());
        texts("phaseConfig", run.getPhaseConfig());
        texts("labels", run.getLabels());
    }

    private void target(TargetRef target) {
        name("targets", target.getName());
        text("targets.url", target.getUrl());
        text("targets.model", target.getModel());
        texts("targets.scrapeUrls", target.getScrapeUrls());
    }

    private void objective(ObjectiveState objective) {
        text("objective", objective.getName());
        name("objective.requestClass", objective.getRequestClass());
        atMost(
                TeamLimit.LIST_LENGTH,
                "objective.goodLimitsNanos",
                objective.getGoodLimitsNanos().size());
        atMost(
                TeamLimit.LIST_LENGTH,
                "objective.burnRules",
                objective.getBurnRules().size());
    }

    private void sample(ServerSample sample) {
        name("target", sample.getTarget());
        name("instance", sample.getInstance());
        name("engine", sample.getEngine());
        atMost(TeamLimit.SAMPLE_VALUES, "values", sample.getValues().size());
        atMost(TeamLimit.SAMPLE_VALUES, "histograms", sample.getHistograms().size());
        atMost(TeamLimit.SAMPLE_VALUES, "info", sample.getInfo().size());
    }

    private void place(String run, String lane) {
        name("run", run);
        name("lane", lane);
    }

    private void series(String target, String targetGroup, String requestClass) {
        name("target", target);
        name("targetGroup", targetGroup);
        name("requestClass", requestClass);
    }

    private void names(String field, Collection<String> names) {
        names.forEach(name -> name(field, name));
    }

    private void name(String field, String name) {
        length(TeamLimit.NAME_LENGTH, field, name);
    }

    private void texts(String field, Map<String, String> texts) {
        atMost(TeamLimit.LIST_LENGTH, field, texts.size());
        texts.forEach((key, value) -> {
            text(field, key);
            text(field, value);
        });
    }

    private void texts(String field, Collection<String> texts) {
        atMost(TeamLimit.LIST_LENGTH, field, texts.size());
        texts.forEach(text -> text(field, text));
    }

    private void text(String field, String text) {
        length(TeamLimit.TEXT_LENGTH, field, text);
    }

    private void length(TeamLimit limit, String field, String text) {
        atMost(limit, field, text.length());
    }

    private void atMost(TeamLimit limit, String field, int count) {
        if (count > limit.most() && found == null) {
            found = Excess.of(limit, field, count);
        }
    }
}
