package io.tidemark.producer.client.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.http.HttpClientCodec;
import io.tidemark.events.ApiKind;
import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.client.Call;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.RequestHead;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.ParserContext;
import io.tidemark.producer.openai.RequestOutcome;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.openai.ResponseSummary;
import io.tidemark.producer.plan.RequestPlan.AnswerNames;
import io.tidemark.producer.plan.Timeouts;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Answers of a real server that is not vLLM, through the whole pipeline, cut into reads in every awkward way. */
class RecordedStreamTest {
    private static final byte[] LINE_END = {'\r', '\n'};

    record Expected(
            String file,
            Outcome outcome,
            int chunks,
            OptionalInt outputTokens,
            OptionalInt promptTokens,
            TokenSource source,
            FinishReason finish) {}

    /** Counted from the files by another program. */
    private static final List<Expected> ANSWERS = List.of(
            new Expected(
                    "llamacpp-chat-stream-nousage.http",
                    Outcome.OK,
                    12,
                    OptionalInt.of(12),
                    OptionalInt.of(30),
                    TokenSource.USAGE,
                    FinishReason.LENGTH),
            new Expected(
                    "llamacpp-chat-stream-usage.http",
                    Outcome.OK,
                    11,
                    OptionalInt.of(12),
                    OptionalInt.of(30),
                    TokenSource.USAGE,
                    FinishReason.LENGTH),
            new Expected(
                    "llamacpp-cmpl-stream-prompt-too-long.http",
                    Outcome.OK,
                    4,
                    OptionalInt.of(4),
                    OptionalInt.of(1905),
                    TokenSource.USAGE,
                    FinishReason.LENGTH),
            new Expected(
                    "llamacpp-cmpl-stream-temp0.http",
                    Outcome.OK,
                    30,
                    OptionalInt.of(32),
                    OptionalInt.of(4),
                    TokenSource.USAGE,
                    FinishReason.LENGTH),
            new Expected(
                    "llamacpp-ctx-full-tail.http",
                    Outcome.STREAM_ERROR,
                    40,
                    OptionalInt.of(40),
                    OptionalInt.empty(),
                    TokenSource.CHUNK_ESTIMATE,
                    FinishReason.UNKNOWN),
            new Expected(
                    "llamacpp-err-badjson.http",
                    Outcome.HTTP_ERROR,
                    0,
                    OptionalInt.empty(),
                    OptionalInt.empty(),
                    TokenSource.UNKNOWN,
                    FinishReason.UNKNOWN));

    static Stream<Arguments> replays() {
        return ANSWERS.stream().flatMap(answer -> {
            byte[] bytes = TestResources.bytes("sse/" + answer.file());
            return Stream.of(
                    Arguments.of(answer, "at once", cuts(bytes, at -> bytes.length)),
                    Arguments.of(answer, "1 byte", cuts(bytes, at -> at + 1)),
                    Arguments.of(answer, "7 bytes", cuts(bytes, at -> at + 7)),
                    Arguments.of(answer, "inside CRLF", insideLineEnds(bytes)),
                    Arguments.of(answer, "inside UTF-8", insideCharacters(bytes)));
        });
    }

    @ParameterizedTest(name = "{0} cut {1}")
    @MethodSource("replays")
    void readsTheSameWhereverTheReadsAreCut(Expected expected, String cut, List<byte[]> reads) {
        Replay replay = Replay.of(reads);

        assertThat(replay.ending().outcome()).as(cut).isEqualTo(expected.outcome());
        ResponseSummary facts = replay.facts();
        assertThat(facts.outputChunks()).isEqualTo(expected.chunks());
        assertThat(facts.outputTokens()).isEqualTo(expected.outputTokens());
        assertThat(facts.usage().prompt()).isEqualTo(expected.promptTokens());
        assertThat(facts.tokenSource()).isEqualTo(expected.source());
        assertThat(facts.finishReason()).isEqualTo(expected.finish());
        assertThat(replay.chunks().stream().filter(ResponseChunk::isOutput)).hasSize(expected.chunks());
    }

    @ParameterizedTest(name = "{0} cut {1}")
    @MethodSource("replays")
    void givesEachChunkTheStampOfTheReadThatCompletedIt(Expected expected, String cut, List<byte[]> reads) {
        Replay replay = Replay.of(reads);

        // The clock of a replay counts reads: a chunk's stamp is the number of the read that held its line's last byte.
        List<Long> stamps =
                replay.chunks().stream().map(ResponseChunk::stampNanos).toList();
        assertThat(stamps).as(cut).isSorted();
        assertThat(stamps).allMatch(stamp -> stamp >= 1 && stamp <= reads.size());
    }

    @ParameterizedTest(name = "{0} cut {1}")
    @MethodSource("replays")
    void isCutOffWhenTheConnectionEndsBeforeTheBodyDoes(Expected expected, String cut, List<byte[]> reads) {
        if (expected.outcome() != Outcome.OK) {
            return;
        }
        byte[] whole = TestResources.bytes("sse/" + expected.file());
        byte[] firstHalf = Arrays.copyOf(whole, whole.length / 2);
        Replay replay = Replay.cutOff(cuts(firstHalf, at -> at + 100));

        assertThat(replay.ending().outcome()).as(cut).isEqualTo(Outcome.STREAM_CUT);
    }

    private static List<byte[]> cuts(byte[] bytes, IntUnaryOperator next) {
        List<byte[]> reads = new ArrayList<>();
        for (int at = 0; at < bytes.length; ) {
            int end = Math.min(bytes.length, next.applyAsInt(at));
            reads.add(Arrays.copyOfRange(bytes, at, end));
            at = end;
        }
        return reads;
    }

    private static List<byte[]> insideLineEnds(byte[] bytes) {
        return cuts(bytes, at -> {
            int end = at + 1;
            while (end < bytes.length && !(bytes[end - 1] == LINE_END[0] && bytes[end] == LINE_END[1])) {
                end++;
            }
            return end;
        });
    }

    private static List<byte[]> insideCharacters(byte[] bytes) {
        return cuts(bytes, at -> {
            int end = at + 1;
            while (end < bytes.length && (bytes[end] & 0xc0) != 0x80) {
                end++;
            }
            return end;
        });
    }

    /** One answer through stamp, codec and connection. */
    private record Replay(RequestOutcome ending, ResponseSummary facts, List<ResponseChunk> chunks) {
        static Replay of(List<byte[]> reads) {
            return new Player().play(reads, false);
        }

        static Replay cutOff(List<byte[]> reads) {
            return new Player().play(reads, true);
        }
    }

    private static final class Player implements HttpConnection.Owner, CallObserver {
        private static ReadTimestampHandler.ParseQueue atOnce() {
            return new ReadTimestampHandler.ParseQueue() {
                @Override
                public void readPending(ReadTimestampHandler read, int sizeBytes) {
                    read.parse();
                }

                @Override
                public void readDone(int sizeBytes) {}
            };
        }

        private final RequestHead head = new RequestHead(
                TargetEndpoint.of(URI.create("http://127.0.0.1:1")), ClientOptions.of(Timeouts.DEFAULT));
        private final List<ResponseChunk> chunks = new ArrayList<>();
        private RequestOutcome ending;

        @Override
        public long nanos() {
            return 0;
        }

        private long readsSoFar;

        Replay play(List<byte[]> reads, boolean thenClose) {
            EmbeddedChannel channel = new EmbeddedChannel();
            ReadTimestampHandler stamp = new ReadTimestampHandler(() -> ++readsSoFar, atOnce());
            HttpConnection connection = new HttpConnection(channel, stamp, HttpConnection.Kind.HTTP_1_CONNECTION, this);
            channel.pipeline().addLast(stamp, new HttpClientCodec(), connection);
            CompletionRequest request = new CompletionRequest("r", ApiKind.CHAT, new byte[] {'{', '}'}, 8192);
            Call call = new Call(request, this, 0, ParserContext.create(false, AnswerNames.NONE));
            connection.execute(call, false);
            reads.forEach(read -> channel.writeInbound(Unpooled.wrappedBuffer(read)));
            if (thenClose) {
                channel.pipeline().fireChannelInactive();
            }
            channel.finishAndReleaseAll();
            return new Replay(ending, call.response().facts(), chunks);
        }

        @Override
        public void released(HttpConnection connection) {}

        @Override
        public void closed(HttpConnection connection) {}

        @Override
        public void requestLost(Call call, RequestOutcome lost) {
            ending = call.outcomeOfDisconnect(lost);
        }

        @Override
        public void requestEnded(Call call, RequestOutcome ended) {
            ending = ended;
        }

        @Override
        public RequestHead head() {
            return head;
        }

        @Override
        public void chunk(ResponseChunk chunk) {
            chunks.add(chunk);
        }

        @Override
        public void ended(CallResult end) {}
    }
}
