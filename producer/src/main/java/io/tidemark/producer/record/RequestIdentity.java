package io.tidemark.producer.record;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.scrape.TargetProbe;
import io.tidemark.schemas.RequestClass;
import java.time.Instant;

/**
 * What says which request an event is about.
 *
 * @param due wall-clock time of {@code dueNanos}
 */
public record RequestIdentity(RunSpec run, PlannedRequest planned, Instant due, String requestClass) {
    public RequestIdentity(RunSpec run, PlannedRequest planned, Instant due) {
        this(run, planned, due, planned.prompt().requestClass());
    }

    /** The same, answered by a cache in front of the server. */
    public RequestIdentity fromCache() {
        return new RequestIdentity(
                run, planned, due, RequestClass.cached(planned.prompt().requestClass()));
    }

    /** What is known of the target that it goes to. */
    public TargetProbe.ProbeResult target() {
        return run.targets().get(planned.turn().target());
    }

    String name() {
        return run.lane() + "-" + planned.number();
    }

    public long dueNanos() {
        return planned.dueNanos();
    }

    TokenBatch.Builder describe(TokenBatch.Builder batch) {
        return batch.setRun(run.runId())
                .setStep(planned.step())
                .setLane(run.lane())
                .setRequest(name())
                .setTarget(target().name())
                .setTargetGroup(run.targets().group())
                .setRequestClass(requestClass)
                .setApiKind(run.plan().api())
                .setPart(planned.part())
                .setSegment(planned.segment())
                .setDue(due);
    }

    public RequestEvent.Builder describe(RequestEvent.Builder event) {
        planned.prompt().plannedPromptTokens().ifPresent(event::setPlannedPromptTokens);
        planned.prompt().text().ifPresent(event::setRecordedPrompt);
        planned.turn().conversation().name().ifPresent(event::setConversation);
        return event.setRun(run.runId())
                .setTurn(planned.turn().turn())
                .setStep(planned.step())
                .setLane(run.lane())
                .setRequest(name())
                .setTarget(target().name())
                .setTargetGroup(run.targets().group())
                .setRequestClass(requestClass)
                .setApiKind(run.plan().api())
                .setPart(planned.part())
                .setSegment(planned.segment())
                .setStreaming(run.plan().request().stream())
                .setTraceId(planned.call().trace().traceId())
                .setModel(target().target().model())
                .setDue(due)
                .setExactOutput(planned.prompt().exactOutput())
                .setPlannedOutputTokens(
                        planned.prompt().outputTokens() * run.plan().request().choices());
    }
}
