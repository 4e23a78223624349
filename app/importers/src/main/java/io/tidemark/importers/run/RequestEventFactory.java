package io.tidemark.importers.run;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.StepPart;
import io.tidemark.importers.result.MeasuredRequest;
import io.tidemark.importers.result.Measurement;
import io.tidemark.schemas.RequestClass;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** The requests of a step as events, by when they were sent. */
final class RequestEventFactory {
    private RequestEventFactory() {}

    /** @param first number of the first one in the run */
    static List<ImportedRun.Request> of(RunState run, int step, Measurement measured, int first) {
        List<MeasuredRequest> sorted = measured.requests().stream()
                .sorted(Comparator.comparing(MeasuredRequest::sent))
                .toList();
        List<ImportedRun.Request> events = new ArrayList<>();
        for (int i = 0; i < sorted.size(); i++) {
            MeasuredRequest request = sorted.get(i);
            RequestEvent.Builder event = RequestEvent.newBuilder()
                    .setRun(run.getRun())
                    .setStep(step)
                    .setLane(ImportedRunFactory.LANE)
                    .setLaneSeq(first + i)
                    .setRequest(ImportedRunFactory.LANE + "-" + (first + i))
                    .setModel(measured.target().model());
            answer(event, request);
            stamps(event, request);
            events.add(
                    new ImportedRun.Request(event.build(), request.queueNanos().isPresent()));
        }
        return events;
    }

    private static void answer(RequestEvent.Builder event, MeasuredRequest request) {
        event.setTarget("default")
                .setRequestClass(RequestClass.ALL)
                .setConversation(request.conversation().orElse(null))
                .setPart(StepPart.MEASURED)
                .setStreaming(request.timing().firstToken().isPresent())
                .setOutcome(request.completion().outcome())
                .setErrorType(request.completion().errorType().orElse(null))
                .setErrorText(request.completion().errorText().orElse(null))
                .setPromptTokens(orNull(request.tokens().prompt()))
                .setOutputTokens(orNull(request.tokens().output()))
                .setChunkCount(
                        request.timing().gaps().isEmpty()
                                ? 0
                                : (int) request.timing().gaps().count() + 1)
                .setItlSketch(ByteBuffer.wrap(request.timing().gaps().encode()));
    }

    private static void stamps(RequestEvent.Builder event, MeasuredRequest request) {
        long queued = request.queueNanos().orElse(0);
        event.setDue(request.sent().minusNanos(queued))
                .setSentNanos(queued)
                .setFirstTokenNanos(sinceDue(request.timing().firstToken(), queued))
                .setLastTokenNanos(sinceDue(request.timing().lastToken(), queued))
                .setEndNanos(sinceDue(request.timing().lastToken(), queued));
    }

    private static @Nullable Long sinceDue(OptionalLong sinceSent, long queued) {
        return sinceSent.isPresent() ? (Long) (sinceSent.getAsLong() + queued) : null;
    }

    private static @Nullable Integer orNull(OptionalInt value) {
        return value.isPresent() ? (Integer) value.getAsInt() : null;
    }
}
