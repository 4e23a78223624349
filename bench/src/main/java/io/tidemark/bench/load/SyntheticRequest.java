package io.tidemark.bench.load;

import io.tidemark.events.ApiKind;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenBatch;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** One answered request: a role chunk, its tokens one per chunk, a finish chunk; in batches of {@value RunShape#BATCH_CHUNKS} chunks. */
final class SyntheticRequest {
    private static final int BATCH_CHUNKS = RunShape.BATCH_CHUNKS;

    private static final long SENT_NANOS = 40_000;
    private static final int CHUNK_BYTES = 240;
    private static final int PROMPT_TOKENS = 200;

    private final Place place;
    private final long dueNanos;
    private final long[] sinceSentNanos;

    /** Where it belongs. */
    record Place(RunShape shape, String lane, long number, int step) {
        String target() {
            return RunShape.target(number % shape.answers().targets());
        }
    }

    SyntheticRequest(Place place, long dueNanos, RandomGenerator random) {
        this.place = place;
        this.dueNanos = dueNanos;
        this.sinceSentNanos = times(place.shape().answers(), random);
    }

    private static long[] times(RunShape.Answers answers, RandomGenerator random) {
        long[] times = new long[answers.outputTokens() + 2];
        times[0] = around(answers.ttft().toNanos(), random);
        times[1] = times[0];
        for (int i = 2; i <= answers.outputTokens(); i++) {
            times[i] = times[i - 1] + around(answers.gap().toNanos(), random);
        }
        times[times.length - 1] = times[times.length - 2];
        return times;
    }

    private static long around(long nanos, RandomGenerator random) {
        return nanos / 2 + random.nextLong(nanos);
    }

    int step() {
        return place.step();
    }

    int batches() {
        return (sinceSentNanos.length + BATCH_CHUNKS - 1) / BATCH_CHUNKS;
    }

    /** When a batch is complete, since the run's start; the request itself comes after its last batch. */
    long readyNanos(int batch) {
        int last = Math.min(sinceSentNanos.length, (batch + 1) * BATCH_CHUNKS) - 1;
        return dueNanos + SENT_NANOS + sinceSentNanos[last];
    }

    /** When it ended, since the run's start. */
    long endNanos() {
        return readyNanos(batches() - 1);
    }

    TokenBatch batch(int batch, long laneSeq) {
        int from = batch * BATCH_CHUNKS;
        int to = Math.min(sinceSentNanos.length, from + BATCH_CHUNKS);
        List<Long> gaps = new ArrayList<>();
        List<ChunkKind> kinds = new ArrayList<>();
        List<Integer> tokens = new ArrayList<>();
        List<Integer> sizes = new ArrayList<>();
        for (int i = from; i < to; i++) {
            gaps.add(sinceSentNanos[i] - (i == 0 ? 0 : sinceSentNanos[i - 1]));
            kinds.add(kind(i));
            tokens.add(kind(i) == ChunkKind.CONTENT ? 1 : -1);
            sizes.add(CHUNK_BYTES);
        }
        return TokenBatch.newBuilder()
                .setRun(place.shape().run())
                .setStep(place.step())
                .setLane(place.lane())
                .setLaneSeq(laneSeq)
                .setRequest(place.lane() + "-" + place.number())
                .setTarget(place.target())
                .setApiKind(ApiKind.CHAT)
                .setPart(StepPart.MEASURED)
                .setDue(due())
                .setSentNanos(SENT_NANOS)
                .setBatch(batch)
                .setFirstChunk(from)
                .setOutputBefore(Math.max(0, from - 1))
                .setBaseNanos(from == 0 ? 0 : sinceSentNanos[from - 1])
                .setGapsNanos(gaps)
                .setKinds(kinds)
                .setTokens(tokens)
                .setSizesBytes(sizes)
                .setLast(batch == batches() - 1)
                .build();
    }

    RequestEvent event(long laneSeq) {
        int lastToken = sinceSentNanos.length - 2;
        return RequestEvent.newBuilder()
                .setRun(place.shape().run())
                .setStep(place.step())
                .setLane(place.lane())
                .setLaneSeq(laneSeq)
                .setRequest(place.lane() + "-" + place.number())
                .setTarget(place.target())
                .setApiKind(ApiKind.CHAT)
                .setPart(StepPart.MEASURED)
                .setModel("synthetic")
                .setDue(due())
                .setSentNanos(SENT_NANOS)
                .setFirstByteNanos(SENT_NANOS + sinceSentNanos[0])
                .setFirstRoleNanos(SENT_NANOS + sinceSentNanos[0])
                .setFirstContentNanos(SENT_NANOS + sinceSentNanos[1])
                .setFirstTokenNanos(SENT_NANOS + sinceSentNanos[1])
                .setLastTokenNanos(SENT_NANOS + sinceSentNanos[lastToken])
                .setEndNanos(endNanos() - dueNanos)
                .setConnectionReused(true)
                .setHttpStatus(200)
                .setOutcome(Outcome.OK)
                .setFinishReason(FinishReason.LENGTH)
                .setPromptTokens(PROMPT_TOKENS)
                .setOutputTokens(lastToken)
                .setTokenSource(TokenSource.USAGE)
                .setChunkCount(lastToken)
                .setTokenBatches(batches())
                .setBytesReceived((long) CHUNK_BYTES * sinceSentNanos.length)
                .setItlSketch(ByteBuffer.wrap(itl().encode()))
                .build();
    }

    private LogHistogram itl() {
        LogHistogram itl = new LogHistogram();
        for (int i = 2; i < sinceSentNanos.length - 1; i++) {
            itl.add(sinceSentNanos[i] - sinceSentNanos[i - 1]);
        }
        return itl;
    }

    private ChunkKind kind(int chunk) {
        if (chunk == 0) {
            return ChunkKind.ROLE;
        }
        return chunk == sinceSentNanos.length - 1 ? ChunkKind.FINISH : ChunkKind.CONTENT;
    }

    private Instant due() {
        return place.shape().start().plusNanos(dueNanos / 1000 * 1000);
    }
}
