package io.tidemark.producer.run;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.CallRequest;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetControl.Counted;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.Prompt;
import io.tidemark.producer.workload.Workload;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;

/**
 * One request, alone, before the first step: a server that has just started compiles and loads for it, which no figure of a step
 * should hold. It also proves that the target answers as asked before load is sent.
 */
final class FirstRequest {
    private static final int PROMPT_WORDS = 64;
    private static final int OUTPUT_TOKENS = 16;
    private static final long LOOK_EVERY_NANOS = 2_000_000;

    private final StepRun.Stage stage;

    FirstRequest(StepRun.Stage stage) {
        this.stage = stage;
    }

    /**
     * Sends it and waits for its end.
     *
     * @param cancelled whether nobody waits any more
     * @throws TargetException if it is not answered as a request of the load must be
     */
    FirstAnswer execute(BooleanSupplier cancelled) throws InterruptedException {
        TargetControl control = stage.parts().aids().control();
        OptionalLong before = control.counted().map(Counted::finished).orElse(OptionalLong.empty());
        AloneTrack track = stage.onLoop(this::send);
        while (!stage.onLoop(track::hasEnded)) {
            if (cancelled.getAsBoolean()) {
                stage.onLoop(() -> {
                    stage.site().client().cancelAll();
                    return true;
                });
            }
            stage.site().rest(LOOK_EVERY_NANOS);
        }
        RequestEvent event = stage.onLoop(track::event);
        if (event.getOutcome() != Outcome.OK && !cancelled.getAsBoolean()) {
            throw new TargetException(
                    "the first request to " + stage.spec().target().url() + " was not answered: " + words(event)
                            + ". Nothing else was sent; first_request: false begins without it");
        }
        return new FirstAnswer(Metric.TTFT.nanos(event), Metric.E2E.nanos(event).orElse(event.getEndNanos()), before);
    }

    private AloneTrack send() {
        Lane lane = stage.lane();
        PlannedRequest planned = planned(lane.takeNumber(), stage.nanos());
        RequestIdentity identity =
                new RequestIdentity(stage.spec(), planned, lane.anchor().at(planned.dueNanos()));
        AloneTrack track = new AloneTrack(identity, lane);
        // Its stamp of sending comes back with its end.
        var unused = stage.site().client().send(planned.call(), track);
        return track;
    }

    private PlannedRequest planned(long number, long dueNanos) {
        RunSpec spec = stage.spec();
        String words = stage.parts()
                .aids()
                .lengths()
                .text(new SplittableRandom(StepSeeds.ofRun(spec.plan().seed(), spec.runId())), PROMPT_WORDS);
        Prompt prompt = Prompt.of(words, OptionalInt.empty(), OUTPUT_TOKENS, false, RequestClass.FIRST_REQUEST);
        Workload alone = () -> Conversation.of(prompt);
        PreparedTurn turn = new TurnMaker(spec, alone).first();
        CallRequest call = turn.draft().named(spec.runId() + "-" + spec.lane() + "-" + number);
        return new PlannedRequest(number, 0, StepPart.WARM_UP, dueNanos, turn, call);
    }

    private static String words(RequestEvent event) {
        StringBuilder words = new StringBuilder(event.getOutcome().name());
        if (event.getHttpStatus() != null) {
            words.append(", HTTP ").append(event.getHttpStatus());
        }
        if (event.getErrorText() != null) {
            words.append(", ").append(event.getErrorText());
        }
        return withoutFullStop(words.toString());
    }

    /** A server's own sentence ends inside ours. */
    static String withoutFullStop(String words) {
        return words.replaceFirst("[.\\s]+$", "");
    }
}
