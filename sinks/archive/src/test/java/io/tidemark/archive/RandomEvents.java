package io.tidemark.archive;

import io.tidemark.events.ApiKind;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenBatch;
import io.tidemark.events.TokenSource;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Events with every kind of field filled, left out and odd, by a seed. The first is due ten minutes before midnight UTC, one each second. */
public final class RandomEvents {
    public static final String RUN = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    static final Instant FIRST_DUE = Instant.parse("2026-11-20T23:50:00Z");

    private final SplittableRandom random;

    public RandomEvents(long seed) {
        this.random = new SplittableRandom(seed);
    }

    static Instant due(long n) {
        return FIRST_DUE.plusSeconds(n).plusNanos((n % 1_000) * 1_000);
    }

    public RequestEvent request(String lane, long n) {
        boolean ok = random.nextInt(10) > 0;
        long firstToken = random.nextLong(1, 2_000_000_000L);
        return RequestEvent.newBuilder()
                .setRun(RUN)
                .setStep((int) (n % 4))
                .setLane(lane)
                .setLaneSeq(n)
                .setRequest(lane + "/" + n)
                .setTarget("http://gpu-1:8000")
                .setConversation(random.nextBoolean() ? "c-" + random.nextInt(100) : null)
                .setTurn(random.nextInt(5))
                .setApiKind(one(ApiKind.class))
                .setPart(one(StepPart.class))
                .setStreaming(random.nextBoolean())
                .setModel("Qwen/Qwen3-\u00e9\u4e2d\ud83d\ude00")
                .setDue(due(n))
                .setSentNanos(random.nextLong(1_000_000))
                .setFirstTokenNanos(ok ? firstToken : null)
                .setLastTokenNanos(ok ? Long.valueOf(firstToken + random.nextLong(1_000_000_000_000L)) : null)
                .setEndNanos(Long.MAX_VALUE - n)
                .setHttpStatus(ok ? 200 : 503)
                .setResponseHeaders(
                        random.nextBoolean() ? Map.of() : Map.of("x-request-id", "r'\"" + n, "x-cache", "hit"))
                .setOutcome(ok ? Outcome.OK : one(Outcome.class))
                .setErrorText(ok ? null : "line 1\nline 2 \u0000 end")
                .setFinishReason(one(FinishReason.class))
                .setPromptTokens(random.nextInt(100_000))
                .setOutputTokens(ok ? random.nextInt(4_000) : null)
                .setTokenSource(one(TokenSource.class))
                .setChunkCount(random.nextInt(4_000))
                .setBytesReceived(random.nextLong(Long.MAX_VALUE))
                .setItlSketch(ByteBuffer.wrap(bytes(random.nextInt(200))))
                .build();
    }

    public TokenBatch tokens(String lane, long n) {
        int chunks = random.nextInt(1, 12);
        return TokenBatch.newBuilder()
                .setRun(RUN)
                .setStep((int) (n % 4))
                .setLane(lane)
                .setLaneSeq(n)
                .setRequest(lane + "/" + n / 3)
                .setTarget("http://gpu-1:8000")
                .setDue(due(n / 3))
                .setSentNanos(random.nextLong(1_000_000))
                .setBatch((int) (n % 3))
                .setFirstChunk((int) (n % 3) * 12)
                .setBaseNanos(random.nextLong(1_000_000_000))
                .setGapsNanos(LongStream.range(0, chunks)
                        .mapToObj(i -> random.nextLong(1_000_000_000))
                        .toList())
                .setKinds(IntStream.range(0, chunks)
                        .mapToObj(i -> one(ChunkKind.class))
                        .toList())
                .setTokens(IntStream.range(0, chunks)
                        .mapToObj(i -> random.nextInt(-1, 9))
                        .toList())
                .setSizesBytes(IntStream.range(0, chunks)
                        .mapToObj(i -> random.nextInt(4_096))
                        .toList())
                .setChoices(
                        random.nextBoolean()
                                ? List.of()
                                : IntStream.range(0, chunks).boxed().toList())
                .setLast(n % 3 == 2)
                .build();
    }

    private <E extends Enum<E>> E one(Class<E> type) {
        List<E> all = List.copyOf(EnumSet.allOf(type));
        return all.get(random.nextInt(all.size()));
    }

    private byte[] bytes(int length) {
        byte[] drawn = new byte[length];
        random.nextBytes(drawn);
        return drawn;
    }
}
