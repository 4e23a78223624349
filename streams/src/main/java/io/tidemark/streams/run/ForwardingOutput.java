package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.Team;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.windows.PublishedWindows;
import io.tidemark.streams.wire.AvroBytes;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Results of runs to their topics; final results of steps and segments also to where runs are compared. */
final class ForwardingOutput implements RunOutput {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardingOutput.class);

    private final ProcessorContext<String, RoutedRecord> context;
    private final Team team;
    private final RunEventEncoders events;
    private final TeamMeters meters;
    private final Predicate<String> isProbe;
    private boolean loggedNotReplaced;

    /** @param isProbe whether the run with an id is a probe of a search, which is compared with no run */
    ForwardingOutput(
            ProcessorContext<String, RoutedRecord> context,
            Team team,
            RunEventEncoders events,
            TeamMeters meters,
            Predicate<String> isProbe) {
        this.context = context;
        this.team = team;
        this.events = events;
        this.meters = meters;
        this.isProbe = isProbe;
    }

    @Override
    public void window(WindowStats window) {
        Keys.Series series =
                new Keys.Series(window.getRun(), window.getStep(), window.getTarget(), window.getRequestClass());
        String key = Keys.window(series, window.getMetric(), window.getWindowSeconds());
        send(key, Destination.WINDOWS, events.windows().encode(window));
        meters.window(window.getFinality());
    }

    @Override
    public void windowNotReplaced(WindowStats refused, PublishedWindows.WindowSummary kept) {
        meters.windowNotReplaced();
        if (loggedNotReplaced) {
            return;
        }
        loggedNotReplaced = true;
        LOG.error(
                "team {}: the {} s windows of run {}, step {}, target {}, class {} that end at {} were recomputed with {} ended"
                        + " requests but contain {} ended requests and {} values: they keep their figures; further ones are only counted",
                team,
                refused.getWindowSeconds(),
                refused.getRun(),
                StepNumber.of(refused.getStep()),
                refused.getTarget(),
                refused.getRequestClass(),
                refused.getEnd(),
                refused.getEnded(),
                kept.ended(),
                kept.values());
    }

    @Override
    public void breach(SloBreach breach) {
        send(breach.getBreach(), Destination.BREACHES, events.breaches().encode(breach));
    }

    @Override
    public void step(StepResult result) {
        boolean ofOneTarget = result.getRequestClass().equals(RequestClass.ONE_TARGET);
        send(key(result, ofOneTarget), Destination.STEPS, events.steps().encode(result));
        if (!ofOneTarget
                && result.getFinality() != Finality.PROVISIONAL
                && isComparable(result)
                && !isProbe.test(result.getRun())) {
            send(
                    result.getExperiment(),
                    Destination.STEP_RESULTS_BY_EXPERIMENT,
                    AvroBytes.encode(StepResult.getEncoder(), result));
        }
    }

    /** Comparisons walk over phases by name, and join names by control characters: a phase without a name would be walked to for ever. */
    private static boolean isComparable(StepResult result) {
        return !result.getExperiment().isEmpty()
                && !result.getPhase().isEmpty()
                && Stream.of(
                                result.getExperiment(),
                                result.getPhase(),
                                result.getWorkloadHash(),
                                result.getTarget(),
                                result.getRun())
                        .noneMatch(name -> name.chars().anyMatch(Character::isISOControl));
    }

    private static String key(StepResult result, boolean ofOneTarget) {
        if (ofOneTarget) {
            return Keys.targetResult(result.getRun(), result.getStep(), result.getTarget());
        }
        Integer segment = result.getSegment();
        return segment == null
                ? Keys.stepResult(result.getRun(), result.getStep())
                : Keys.segmentResult(result.getRun(), result.getStep(), segment);
    }

    private void send(String key, Destination destination, byte[] value) {
        context.forward(new Record<>(key, new RoutedRecord(destination, value), context.currentSystemTimeMs()));
    }
}
