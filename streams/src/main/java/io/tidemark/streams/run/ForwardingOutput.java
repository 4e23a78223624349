package io.tidemark.streams.run;

import io.tidemark.events.Finality;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Topic;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamTopics;
import io.tidemark.streams.windows.PublishedWindows;
import io.tidemark.streams.wire.AvroBytes;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Results of runs to their topics; final results of steps and segments also to where runs are compared. */
final class ForwardingOutput implements RunOutput {
    private static final Logger LOG = LoggerFactory.getLogger(ForwardingOutput.class);

    private final ProcessorContext<String, RoutedRecord> context;
    private final TeamTopics topics;
    private final RunEventEncoders events;
    private final TeamMeters meters;
    private boolean loggedNotReplaced;

    ForwardingOutput(
            ProcessorContext<String, RoutedRecord> context,
            TeamTopics topics,
            RunEventEncoders events,
            TeamMeters meters) {
        this.context = context;
        this.topics = topics;
        this.events = events;
        this.meters = meters;
    }

    @Override
    public void window(WindowStats window) {
        Keys.Series series =
                new Keys.Series(window.getRun(), window.getStep(), window.getTarget(), window.getRequestClass());
        String key = Keys.window(series, window.getMetric(), window.getWindowSeconds());
        send(key, topics.of(Topic.WINDOWS), events.windows().encode(window));
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
                "team {}: the {} s windows of run {}, step {}, target {}, class {} that end at {} were summed again to {} ended"
                        + " requests and held {} ended requests and {} values: they keep what they said; further ones are only"
                        + " counted",
                topics.team(),
                refused.getWindowSeconds(),
                refused.getRun(),
                refused.getStep(),
                refused.getTarget(),
                refused.getRequestClass(),
                refused.getEnd(),
                refused.getEnded(),
                kept.ended(),
                kept.values());
    }

    @Override
    public void breach(SloBreach breach) {
        send(breach.getBreach(), topics.of(Topic.BREACHES), events.breaches().encode(breach));
    }

    @Override
    public void step(StepResult result) {
        Integer segment = result.getSegment();
        String key = segment == null
                ? Keys.stepResult(result.getRun(), result.getStep())
                : Keys.segmentResult(result.getRun(), result.getStep(), segment);
        send(key, topics.of(Topic.PHASES), events.steps().encode(result));
        if (result.getFinality() != Finality.PROVISIONAL
                && !result.getExperiment().isEmpty()) {
            send(
                    result.getExperiment(),
                    topics.internal(TeamTopics.STEP_RESULTS_BY_EXPERIMENT),
                    AvroBytes.encode(StepResult.getEncoder(), result));
        }
    }

    private void send(String key, String topic, byte[] value) {
        context.forward(new Record<>(key, new RoutedRecord(topic, value), context.currentSystemTimeMs()));
    }
}
