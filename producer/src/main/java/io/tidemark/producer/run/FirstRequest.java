package io.tidemark.producer.run;

import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.conversation.PreparedTurn;
import io.tidemark.producer.conversation.PreparedTurnFactory;
import io.tidemark.producer.conversation.StepSeeds;
import io.tidemark.producer.conversation.TargetAssignment;
import io.tidemark.producer.lane.FirstRequestRecorder;
import io.tidemark.producer.lane.Lane;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.record.RequestIdentity;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetControl.TargetCounters;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.producer.workload.Workload;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.net.PassingStatuses;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * One request, alone, before the first step: a server that has just started compiles and loads for it, which no figure of a step
 * should hold. It also proves that the target answers as asked before load is sent.
 */
public final class FirstRequest {
    private static final int PROMPT_WORDS = 64;
    private static final int OUTPUT_TOKENS = 16;
    private static final long LOOK_EVERY_NANOS = 2_000_000;
    private static final long AGAIN_AFTER_NANOS = Duration.ofSeconds(1).toNanos();

    private final StepRun.RunContext context;

    FirstRequest(StepRun.RunContext context) {
        this.context = context;
    }

    /**
     * Sends it and waits for its end. A server may answer that it is not ready for as long as it is awaited, or as its start may take if this run's plan
     * starts it: then it is sent again.
     *
     * @param target that it goes to, from 0
     * @param cancelled whether the wait was cancelled
     * @throws TargetException if it is not answered as a request of the load must be
     */
    FirstRequestResult execute(int target, BooleanSupplier cancelled) throws InterruptedException {
        TargetControl control = context.parts().target().control();
        OptionalLong before = control.counters().map(TargetCounters::finished).orElse(OptionalLong.empty());
        long untilNanos = context.nanos()
                + context.spec()
                        .phase()
                        .server()
                        .map(server -> server.ready().timeout())
                        .orElse(context.parts().target().readyWithin())
                        .toNanos();
        RequestEvent event = sendOnce(target, cancelled);
        while (isNotReady(event) && !cancelled.getAsBoolean() && context.nanos() < untilNanos) {
            context.parts().listener().firstRequestRefused(asked(target) + " answered " + description(event));
            context.runtime().sleep(AGAIN_AFTER_NANOS);
            event = sendOnce(target, cancelled);
        }
        if (event.getOutcome() != Outcome.OK && !cancelled.getAsBoolean()) {
            throw new TargetException(
                    "the first request, " + asked(target) + ", was not answered: " + description(event) + ". "
                            + remedies(event, target) + "Nothing else was sent; first_request: false skips it");
        }
        return new FirstRequestResult(
                Metric.TTFT.nanos(event), Metric.E2E.nanos(event).orElse(event.getEndNanos()), before);
    }

    private static boolean isNotReady(RequestEvent event) {
        return event.getHttpStatus() != null && PassingStatuses.FIRST_REQUEST.contains(event.getHttpStatus());
    }

    private RequestEvent sendOnce(int target, BooleanSupplier cancelled) throws InterruptedException {
        FirstRequestRecorder track = context.callOnLoop(() -> send(target));
        while (!context.callOnLoop(track::hasEnded)) {
            if (cancelled.getAsBoolean()) {
                context.callOnLoop(() -> {
                    context.runtime().client().cancelAll();
                    return true;
                });
            }
            context.runtime().sleep(LOOK_EVERY_NANOS);
        }
        return context.callOnLoop(track::event);
    }

    private String asked(int target) {
        TargetPlan asked = context.spec().targets().get(target).target();
        return "POST "
                + asked.url()
                        .resolve(TargetEndpoint.of(asked)
                                .path(context.spec().plan().api()));
    }

    /** The doubt that the target's list of models raised, and the keys of the plan that leave out what the server refuses by name. */
    private String remedies(RequestEvent event, int target) {
        List<String> hints = new ArrayList<>();
        context.spec().targets().get(target).doubt().ifPresent(doubt -> hints.add(doubt.description()));
        String text = event.getErrorText() == null ? "" : event.getErrorText();
        boolean refused = Integer.valueOf(400).equals(event.getHttpStatus())
                || Integer.valueOf(422).equals(event.getHttpStatus());
        if (refused && (names(text, "ignore_eos") || names(text, "min_tokens"))) {
            hints.add(
                    "workload.exact_output: false leaves out ignore_eos and min_tokens, request.exact_output_by one of them");
        }
        if (refused && (names(text, "max_tokens") || names(text, "max_completion_tokens"))) {
            hints.add("request.max_tokens_key chooses the name of the limit of tokens");
        }
        if (refused && names(text, "stream_options")) {
            hints.add("request.stream_options: false leaves out stream_options");
        }
        if (Integer.valueOf(404).equals(event.getHttpStatus())) {
            hints.add(
                    "targets[%d].endpoint is the path of requests, if the server has another; chat and completions are the APIs that are measured"
                            .formatted(target));
        }
        return hints.stream().map(description -> description + ". ").collect(Collectors.joining());
    }

    private static boolean names(String text, String key) {
        return Pattern.compile("\\b" + key + "\\b").matcher(text).find();
    }

    private FirstRequestRecorder send(int target) {
        Lane lane = context.lane();
        PlannedRequest planned = planned(target, lane.takeNumber(), context.nanos());
        RequestIdentity identity =
                new RequestIdentity(context.spec(), planned, lane.anchor().at(planned.dueNanos()));
        FirstRequestRecorder track = new FirstRequestRecorder(identity, lane);
        // Its stamp of sending comes back with its end.
        var unused = context.runtime().client().send(target, planned.call(), track);
        return track;
    }

    private PlannedRequest planned(int target, long number, long dueNanos) {
        RunSpec spec = context.spec();
        String text = context.parts()
                .target()
                .lengths()
                .text(new SplittableRandom(StepSeeds.ofRun(spec.plan().seed(), spec.runId())), PROMPT_WORDS);
        PlannedPrompt prompt = PlannedPrompt.of(
                text,
                OptionalInt.empty(),
                OUTPUT_TOKENS,
                spec.plan().workload().exactOutput(),
                RequestClass.FIRST_REQUEST);
        Workload alone = () -> Conversation.of(prompt);
        PreparedTurn turn = new PreparedTurnFactory(spec, alone, TargetAssignment.only(target)).first();
        CompletionRequest call = turn.draft().withId(spec.runId() + "-" + spec.lane() + "-" + number);
        return new PlannedRequest(number, 0, StepPart.WARM_UP, dueNanos, turn, call);
    }

    private static String description(RequestEvent event) {
        StringBuilder description = new StringBuilder(event.getOutcome().name());
        if (event.getHttpStatus() != null) {
            description.append(", HTTP ").append(event.getHttpStatus());
        }
        if (event.getErrorText() != null) {
            description.append(", ").append(event.getErrorText());
        }
        return withoutFullStop(description.toString());
    }

    /** A server's own sentence ends inside ours. */
    public static String withoutFullStop(String description) {
        return description.replaceFirst("[.\\s]+$", "");
    }
}
