package io.tidemark.producer.tally;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.DoubtCount;
import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FigureDoubtsTest {
    private static final long MICROS = 1_000;
    private static final long MILLIS = 1_000_000;

    private final FigureDoubts doubts = new FigureDoubts();

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    /** First output after so long, then a chunk after each gap, and as many tokens as the usage says. */
    private static RequestEvent.Builder streamed(long ttftNanos, int tokens, long... gapsNanos) {
        LogHistogram itl = new LogHistogram();
        Arrays.stream(gapsNanos).forEach(itl::add);
        return RequestEvent.newBuilder()
                .setRun("r")
                .setStep(0)
                .setLane("l")
                .setLaneSeq(0)
                .setRequest("l-0")
                .setTarget("t")
                .setModel("m")
                .setDue(Instant.EPOCH)
                .setPart(StepPart.MEASURED)
                .setOutcome(Outcome.OK)
                .setStreaming(true)
                .setSentNanos(0L)
                .setFirstTokenNanos(ttftNanos)
                .setLastTokenNanos(ttftNanos + LongStream.of(gapsNanos).sum())
                .setItlSketch(ByteBuffer.wrap(itl.encode()))
                .setTokenSource(TokenSource.USAGE)
                .setFinishReason(FinishReason.LENGTH)
                .setPlannedOutputTokens(tokens)
                .setOutputTokens(tokens)
                .setChunkCount(gapsNanos.length + 1);
    }

    /** Blocks of chunks without a gap, with a pause between blocks. */
    private static long[] blocks(int blocks, int chunks, long pauseNanos) {
        long[] gaps = new long[blocks * chunks - 1];
        for (int i = chunks - 1; i < gaps.length; i += chunks) {
            gaps[i] = pauseNanos;
        }
        return gaps;
    }

    private static long[] even(int gaps, long gapNanos) {
        long[] all = new long[gaps];
        Arrays.fill(all, gapNanos);
        return all;
    }

    private boolean isHeldBack(RequestEvent.Builder event) {
        FigureDoubts alone = new FigureDoubts();
        alone.ended(event.build());
        return !alone.counts().isEmpty();
    }

    @Test
    void whatComesAtOnceAfterALongWaitIsHeldBack() {
        // 24 chunks in one read, after 0.12 s + 23 * 20 ms
        assertThat(isHeldBack(streamed(580 * MILLIS, 24, even(23, 0)))).isTrue();
        // a proxy that writes each line by itself, every 50 us
        assertThat(isHeldBack(streamed(580 * MILLIS, 24, even(23, 50 * MICROS))))
                .isTrue();
        // a server that only pretends to stream: all of it is one chunk
        assertThat(isHeldBack(streamed(580 * MILLIS, 24))).isTrue();
    }

    @Test
    void whatComesInBlocksIsHeldBack() {
        // 5 blocks of 17 chunks (4 KiB each), every 340 ms
        assertThat(isHeldBack(streamed(460 * MILLIS, 85, blocks(5, 17, 340 * MILLIS))))
                .isTrue();
        // the first token by itself, the others at the end
        long[] lateRest = even(23, 0);
        lateRest[0] = 460 * MILLIS;
        assertThat(isHeldBack(streamed(120 * MILLIS, 24, lateRest))).isTrue();
        // 500 tokens merged into 5 chunks
        assertThat(isHeldBack(streamed(2_000 * MILLIS, 500, even(4, 2_000 * MILLIS))))
                .isTrue();
    }

    /** A proxy's flushes: so many blocks of so many chunks, with a pause between blocks, the first after a wait. */
    @ParameterizedTest
    @CsvSource({
        // TTFT ms, blocks, chunks each, pause ms, tokens, held back
        "2000, 1, 100, 0, 100, true", // at the end
        "300, 1, 8, 0, 8, true", // the shortest that counts as held back
        "300, 1, 7, 0, 7, false", // too short: speculation may give so many
        "2000, 1, 1, 0, 16, true",
        "500, 4, 64, 500, 256, true", // a buffer of 16 KiB
        "1000, 2, 50, 1000, 100, true", // a timer of a second
        "100, 20, 10, 200, 200, true", // a timer of 0.2 s behind 50 tok/s
        "400, 8, 17, 340, 136, true", // a buffer of 4 KiB
        "3000, 1, 1, 0, 300, true", // one chunk holds it all
        "3000, 2, 1, 3000, 300, true", // two do
        "1500, 3, 1, 1500, 250, true", // some do
        "100, 100, 1, 20, 100, false", // a stream
        "100, 50, 2, 40, 100, false", // two tokens a step
        "100, 25, 4, 80, 100, false", // speculation
        "100, 20, 5, 20, 100, false",
        "100, 20, 1, 200, 400, false", // 20 tokens a chunk
        "4000, 30, 1, 2, 30, false", // a fast engine behind a long prompt
        "2, 1, 40, 0, 40, false" // a cache: nothing took long
    })
    void aProxyIsToldFromAnEngineByItsBlocks(
            long ttftMillis, int blocks, int chunks, long pauseMillis, int tokens, boolean isHeldBack) {
        assertThat(isHeldBack(streamed(ttftMillis * MILLIS, tokens, blocks(blocks, chunks, pauseMillis * MILLIS))))
                .isEqualTo(isHeldBack);
    }

    @Test
    void fastEnginesStream() {
        // a local engine of 1 ms per token behind a long prompt
        assertThat(isHeldBack(streamed(900 * MILLIS, 24, even(23, MILLIS)))).isFalse();
        // a service of 3,000 tokens per second behind a long prompt
        assertThat(isHeldBack(streamed(900 * MILLIS, 24, even(23, 333 * MICROS))))
                .isFalse();
        // a test server that is as fast from its first byte on
        assertThat(isHeldBack(streamed(MILLIS, 24, even(23, 0)))).isFalse();
        assertThat(isHeldBack(streamed(10 * MILLIS, 200, even(199, 100 * MICROS))))
                .isFalse();
    }

    @Test
    void severalTokensOfOneStepAreStreamedWhetherInOneChunkOrInSeveral() {
        // 4 tokens per chunk, every 20 ms
        assertThat(isHeldBack(streamed(100 * MILLIS, 96, even(23, 20 * MILLIS))))
                .isFalse();
        // 5 chunks per step, which come together, every 20 ms
        assertThat(isHeldBack(streamed(100 * MILLIS, 60, blocks(12, 5, 20 * MILLIS))))
                .isFalse();
        // 20 tokens per chunk (vLLM's --stream-interval)
        assertThat(isHeldBack(streamed(500 * MILLIS, 400, even(19, 200 * MILLIS))))
                .isFalse();
    }

    @Test
    void halfOfAnAnswerInOneReadIsHeldBack() {
        // 12 of 24 chunks in one read after a pause, the others every 20 ms
        long[] lateHalf = even(23, 20 * MILLIS);
        Arrays.fill(lateHalf, 12, 23, 0);
        lateHalf[11] = 260 * MILLIS;
        assertThat(isHeldBack(streamed(120 * MILLIS, 24, lateHalf).setLargestReadTokens(12)))
                .isTrue();
        // the first chunk has 20 of 24 tokens
        assertThat(isHeldBack(streamed(520 * MILLIS, 24, even(4, 20 * MILLIS)).setLargestReadTokens(20)))
                .isTrue();
        // less than half, and an answer of which a step of speculative decoding gives half
        assertThat(isHeldBack(streamed(120 * MILLIS, 25, even(13, 40 * MILLIS)).setLargestReadTokens(12)))
                .isFalse();
        assertThat(isHeldBack(streamed(120 * MILLIS, 16, even(3, 40 * MILLIS)).setLargestReadTokens(7)))
                .isFalse();
    }

    @Test
    void shortAnswersUnstreamedOnesAndThoseOfACacheTellNothing() {
        assertThat(isHeldBack(streamed(580 * MILLIS, 15, even(6, 0)))).isFalse();
        assertThat(isHeldBack(streamed(580 * MILLIS, 24, even(23, 0)).setStreaming(false)))
                .isFalse();
        assertThat(isHeldBack(streamed(580 * MILLIS, 24, even(23, 0)).setRequestClass("chat/cached")))
                .isFalse();
        assertThat(isHeldBack(streamed(580 * MILLIS, 24, even(23, 0)).setPart(StepPart.WARM_UP)))
                .isFalse();
        assertThat(isHeldBack(streamed(580 * MILLIS, 24, even(23, 0)).setOutcome(Outcome.STREAM_CUT)))
                .isFalse();
    }

    @Test
    void theShareIsOfAnswersThatAreLongEnoughToTell() {
        doubts.ended(streamed(580 * MILLIS, 24, even(23, 0)).build());
        doubts.ended(streamed(120 * MILLIS, 24, even(23, 20 * MILLIS)).build());
        doubts.ended(streamed(120 * MILLIS, 2, even(1, 20 * MILLIS)).build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("held_back", 1L, 2L));
        assertThat(doubts.sentences())
                .containsExactly("streamed answers that came at once or in blocks: 1 of 2; a proxy or the server holds"
                        + " them back: ITL and TPOT are not known");
        assertThat(FigureDoubt.unfitMetrics(
                        List.of("lane-1: " + doubts.sentences().get(0))))
                .containsExactlyInAnyOrder(Metric.ITL, Metric.TPOT);
    }

    @Test
    void outputThatWasNotReadLeavesTtftAndTpotUnknown() {
        RequestEvent.Builder read = streamed(120 * MILLIS, 24, even(23, 20 * MILLIS));
        doubts.ended(read.build());
        doubts.ended(read.setUnreadOutput(true).build());
        doubts.ended(read.setPart(StepPart.WARM_UP).build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("unread_output", 1L, 2L));
        assertThat(FigureDoubt.unfitMetrics(doubts.sentences()))
                .containsExactlyInAnyOrder(Metric.TTFT, Metric.TTFT_DUE, Metric.TPOT);
    }

    @Test
    void usageThatLeavesTokensOutIsADoubtAndOneTokenLessIsNone() {
        // reasoning that is no part of completion_tokens: 10 of 50
        doubts.ended(streamed(120 * MILLIS, 10, even(49, 20 * MILLIS)).build());
        // a server that counts one fewer
        doubts.ended(streamed(120 * MILLIS, 23, even(23, 20 * MILLIS)).build());
        doubts.ended(streamed(120 * MILLIS, 5, even(5, 20 * MILLIS)).build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("usage_contradicted", 1L, 3L));
        assertThat(doubts.sentences())
                .containsExactly(
                        "answers whose usage counts at least 10 % fewer tokens than came as chunks, or 10 % more than"
                                + " max_tokens, which the chunks keep: 1 of 3; the usage is wrong: TPOT is not known");
    }

    @Test
    void usageBelowAChunkForEachCharacterIsNone() {
        // 96 characters of 24 tokens
        doubts.ended(streamed(120 * MILLIS, 24, even(95, 5 * MILLIS))
                .setOutputCharacters(96)
                .build());
        // 17 characters are no token, and chunks of two characters are tokens
        doubts.ended(streamed(120 * MILLIS, 3, even(49, 20 * MILLIS))
                .setOutputCharacters(50)
                .build());
        doubts.ended(streamed(120 * MILLIS, 24, even(47, 10 * MILLIS))
                .setOutputCharacters(96)
                .build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("usage_contradicted", 2L, 3L));
    }

    @Test
    void usageAboveTheLimitThatTheChunksKeepIsADoubt() {
        doubts.ended(streamed(120 * MILLIS, 24, even(23, 20 * MILLIS))
                .setOutputTokens(84)
                .build());
        // a server that counts its end of sequence, and one that goes on beyond the limit
        doubts.ended(streamed(120 * MILLIS, 24, even(23, 20 * MILLIS))
                .setOutputTokens(25)
                .build());
        doubts.ended(streamed(120 * MILLIS, 24, even(83, 20 * MILLIS))
                .setOutputTokens(84)
                .build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("usage_contradicted", 1L, 3L));
    }

    @Test
    void anEstimateIsWrongWhereTheChunksHoldMoreTextThanATokenHas() {
        RequestEvent.Builder estimated = streamed(120 * MILLIS, 12, even(11, 40 * MILLIS))
                .setTokenSource(TokenSource.CHUNK_ESTIMATE)
                .setFinishReason(FinishReason.STOP);
        doubts.ended(estimated.setOutputCharacters(12 * 12).build());
        doubts.ended(estimated.setOutputCharacters(12 * 12 + 1).build());
        doubts.ended(estimated.setOutputCharacters(null).build());
        doubts.ended(estimated
                .setTokenSource(TokenSource.USAGE)
                .setOutputCharacters(12 * 30)
                .build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("estimate_contradicted", 1L, 2L));
    }

    @Test
    void anEstimateIsWrongWhereAChunkForEachCharacterGoesBeyondTheLimit() {
        RequestEvent.Builder estimated = streamed(120 * MILLIS, 24, even(95, 5 * MILLIS))
                .setTokenSource(TokenSource.CHUNK_ESTIMATE)
                .setOutputTokens(96);
        doubts.ended(estimated.setOutputCharacters(96).build());
        // A server that does not keep to the limit, and a text within it of a token for each character.
        doubts.ended(estimated.setOutputCharacters(4 * 96).build());
        doubts.ended(
                estimated.setOutputCharacters(96).setPlannedOutputTokens(96).build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("estimate_contradicted", 1L, 3L));
    }

    @Test
    void anEstimateIsWrongWhereTheAnswerReachedItsLimitInFewerChunks() {
        RequestEvent.Builder estimated =
                streamed(120 * MILLIS, 24, even(11, 40 * MILLIS)).setTokenSource(TokenSource.CHUNK_ESTIMATE);
        doubts.ended(estimated.setOutputTokens(12).setExactOutput(true).build());
        doubts.ended(estimated
                .setFinishReason(FinishReason.STOP)
                .setExactOutput(true)
                .build());
        doubts.ended(streamed(120 * MILLIS, 24, even(23, 20 * MILLIS))
                .setTokenSource(TokenSource.CHUNK_ESTIMATE)
                .setExactOutput(true)
                .build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("estimate_contradicted", 1L, 2L));
    }

    /** Two of 20 answers that the server counted are contradicted by their chunks; 40 that it did not count cannot be. */
    @Test
    void aDoubtIsCountedAmongTheAnswersThatCouldShowIt() {
        for (int request = 0; request < 60; request++) {
            boolean isCounted = request < 20;
            doubts.ended(streamed(120 * MILLIS, request < 2 ? 4 : 24, even(23, 20 * MILLIS))
                    .setTokenSource(isCounted ? TokenSource.USAGE : TokenSource.CHUNK_ESTIMATE)
                    .build());
        }

        assertThat(doubts.counts()).containsExactly(new DoubtCount("usage_contradicted", 2L, 20L));
    }

    @Test
    void missingTokensOfExactOutputAreCountedAsTokens() {
        RequestEvent.Builder shorter =
                streamed(120 * MILLIS, 7, even(6, 20 * MILLIS)).setPlannedOutputTokens(24);
        doubts.ended(shorter.build());
        doubts.ended(shorter.setExactOutput(true).build());
        doubts.ended(streamed(120 * MILLIS, 24, even(23, 20 * MILLIS))
                .setExactOutput(true)
                .build());

        assertThat(doubts.counts()).containsExactly(new DoubtCount("short_answers", 17L, 48L));
        assertThat(doubts.sentences()).isEmpty();
    }

    @Test
    void aFewHeldBackAnswersAreSaidWithoutAConsequence() {
        doubts.ended(streamed(580 * MILLIS, 24, even(23, 0)).build());
        for (int i = 0; i < 19; i++) {
            doubts.ended(streamed(120 * MILLIS, 24, even(23, 20 * MILLIS)).build());
        }

        assertThat(doubts.sentences()).containsExactly("streamed answers that came at once or in blocks: 1 of 20");
        assertThat(FigureDoubt.unfitMetrics(doubts.sentences())).isEmpty();
    }

    @Test
    void countsOfLanesAddUp() {
        List<DoubtCount> one = List.of(new DoubtCount("held_back", 1L, 40L), new DoubtCount("of_a_newer_one", 9L, 9L));
        List<DoubtCount> other = List.of(new DoubtCount("held_back", 2L, 60L));

        assertThat(FigureDoubts.sum(List.of(one, other))).containsExactly(new DoubtCount("held_back", 3L, 100L));
    }
}
