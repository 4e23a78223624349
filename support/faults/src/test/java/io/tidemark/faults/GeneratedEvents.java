package io.tidemark.faults;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepPart;
import io.tidemark.events.StepState;
import io.tidemark.events.TargetRef;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The events of a drawn request, as our producer makes them: the first batch begins with a role chunk. */
record GeneratedEvents(String run) {
    static final int PROMPT_TOKENS = 64;
    static final String TARGET = "default";

    /** The run as it starts. */
    RunState run(Instant start, String phase, List<String> lanes) {
        return RunState.newBuilder()
                .setRun(run)
                .setExperiment("faults")
                .setPhase(phase)
                .setWorkloadHash("w")
                .setTargets(List.of(TargetRef.newBuilder()
                        .setName(TARGET)
                        .setUrl("http://127.0.0.1:1")
                        .setModel("m")
                        .build()))
                .setLanes(lanes)
                .setStarted(start)
                .setStatus(RunStatus.RUNNING)
                .build();
    }

    /** Its only step, which measures what was due before the start too. */
    StepState.Builder step(Instant start, double requestsPerSecond) {
        Instant from = start.minusSeconds(RequestGenerator.LONGEST_SECONDS);
        return StepState.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLoadKind(LoadKind.RATE)
                .setLoad(requestsPerSecond)
                .setStarted(from)
                .setMeasureFrom(from);
    }

    static ControlEvent control(Instant at, Object state) {
        return ControlEvent.newBuilder().setAt(at).setState(state).build();
    }

    /** @param firstSequence number of the first batch in its lane */
    List<TokenBatch> batches(GeneratedRequest request, long firstSequence) {
        List<Long> chunks = request.chunksNanos();
        List<TokenBatch> batches = new ArrayList<>();
        if (!chunks.isEmpty()) {
            batches.add(batch(request, new Part(0, request.split(), firstSequence)));
        }
        if (request.batches() == 2) {
            batches.add(batch(request, new Part(request.split(), chunks.size(), firstSequence + 1)));
        }
        return batches;
    }

    private record Part(int from, int until, long sequence) {}

    private TokenBatch batch(GeneratedRequest request, Part part) {
        boolean first = part.from == 0;
        long base = first ? 0 : request.chunksNanos().get(part.from - 1);
        List<Long> gaps = new ArrayList<>();
        List<ChunkKind> kinds = new ArrayList<>();
        List<Integer> tokens = new ArrayList<>();
        long before = base;
        if (first) {
            gaps.add(1_000_000L);
            kinds.add(ChunkKind.ROLE);
            tokens.add(0);
            before = 1_000_000L;
        }
        for (long chunk : request.chunksNanos().subList(part.from, part.until)) {
            gaps.add(chunk - before);
            kinds.add(ChunkKind.CONTENT);
            tokens.add(1);
            before = chunk;
        }
        return TokenBatch.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLane(request.lane())
                .setLaneSeq(part.sequence)
                .setRequest(request.lane() + "-" + request.number())
                .setTarget(TARGET)
                .setRequestClass(request.requestClass())
                .setPart(StepPart.MEASURED)
                .setDue(request.due())
                .setSentNanos(request.sentNanos())
                .setBatch(first ? 0 : 1)
                .setFirstChunk(first ? 0 : part.from + 1)
                .setOutputBefore(part.from)
                .setBaseNanos(base)
                .setGapsNanos(gaps)
                .setKinds(kinds)
                .setTokens(tokens)
                .setSizesBytes(Collections.nCopies(gaps.size(), 40))
                .setLast(part.until == request.chunksNanos().size())
                .build();
    }

    RequestEvent end(GeneratedRequest request) {
        List<Long> chunks = request.chunksNanos();
        RequestEvent.Builder event = RequestEvent.newBuilder()
                .setRun(run)
                .setStep(0)
                .setLane(request.lane())
                .setLaneSeq(request.number())
                .setRequest(request.lane() + "-" + request.number())
                .setTarget(TARGET)
                .setRequestClass(request.requestClass())
                .setPart(StepPart.MEASURED)
                .setModel("m")
                .setDue(request.due())
                .setSentNanos(request.sentNanos())
                .setEndNanos(request.endNanos())
                .setOutcome(request.ok() ? Outcome.OK : Outcome.STREAM_ERROR)
                .setPromptTokens(PROMPT_TOKENS)
                .setTokenBatches(request.batches())
                .setItlSketch(ByteBuffer.wrap(itl(chunks)));
        if (!chunks.isEmpty()) {
            event.setFirstTokenNanos(request.sentNanos() + chunks.get(0))
                    .setLastTokenNanos(request.endNanos())
                    .setOutputTokens(chunks.size());
        }
        return event.build();
    }

    private static byte[] itl(List<Long> chunks) {
        LogHistogram itl = new LogHistogram();
        for (int i = 1; i < chunks.size(); i++) {
            itl.add(chunks.get(i) - chunks.get(i - 1));
        }
        return itl.encode();
    }
}
