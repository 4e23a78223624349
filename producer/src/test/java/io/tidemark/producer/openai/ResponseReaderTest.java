package io.tidemark.producer.openai;

import static io.tidemark.producer.testing.Sse.DONE;
import static io.tidemark.producer.testing.Sse.content;
import static io.tidemark.producer.testing.Sse.finish;
import static io.tidemark.producer.testing.Sse.usage;
import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.handler.codec.MessageToByteEncoder;
import io.netty.handler.codec.compression.ZlibCodecFactory;
import io.netty.handler.codec.compression.ZlibWrapper;
import io.netty.handler.codec.compression.ZstdEncoder;
import io.netty.handler.codec.http.DefaultHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpVersion;
import io.tidemark.events.ApiKind;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.TokenSource;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a streamed answer is taken for, read by read; each read is stamped with its number, from 1. */
class ResponseReaderTest {
    private static final String ROLE =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
    private static final String ERROR =
            "data: {\"error\":{\"message\":\"engine died\",\"type\":\"InternalServerError\",\"param\":null,\"code\":500}}\n\n";

    private final List<ResponseChunk> chunks = new ArrayList<>();
    private final ResponseReader answer = answer(1);

    private ResponseReader answer(int choices) {
        CompletionRequest request = new CompletionRequest(
                "run-lane-1", ApiKind.CHAT, new byte[0], new CompletionRequest.Expected(true, 64, choices));
        ResponseReader made = new ResponseReader(request.withKeptContent(), chunks::add, ParserContext.create(true));
        DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        made.head(head);
        return made;
    }

    private static RequestOutcome read(ResponseReader answer, String... reads) {
        for (int i = 0; i < reads.length; i++) {
            answer.content(Unpooled.copiedBuffer(reads[i], StandardCharsets.UTF_8), i + 1);
        }
        return answer.end();
    }

    private Outcome read(String... reads) {
        return read(answer, reads).outcome();
    }

    private List<ChunkKind> kinds() {
        return chunks.stream().map(ResponseChunk::kind).toList();
    }

    private List<Integer> tokens() {
        return chunks.stream()
                .filter(ResponseChunk::isOutput)
                .map(ResponseChunk::tokens)
                .toList();
    }

    private static String counted(String delta, int soFar) {
        return "data: {\"choices\":[" + delta + "],\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":" + soFar
                + "}}\n\n";
    }

    private static String text(int choice, String text) {
        return "{\"index\":" + choice + ",\"delta\":{\"content\":\"" + text + "\"}}";
    }

    private static ResponseReader encoded(String contentEncoding, HttpResponseStatus status, List<ResponseChunk> into) {
        CompletionRequest request = new CompletionRequest(
                "run-lane-1", ApiKind.CHAT, new byte[0], new CompletionRequest.Expected(true, 64, 1));
        ResponseReader made = new ResponseReader(request.withKeptContent(), into::add, ParserContext.create(true));
        DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, status);
        head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream");
        head.headers().set(HttpHeaderNames.CONTENT_ENCODING, contentEncoding);
        made.head(head);
        return made;
    }

    private static byte[] drained(EmbeddedChannel encoder) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuf out = encoder.readOutbound(); out != null; out = encoder.readOutbound()) {
            bytes.writeBytes(ByteBufUtil.getBytes(out));
            out.release();
        }
        return bytes.toByteArray();
    }

    private static MessageToByteEncoder<ByteBuf> encoder(String contentEncoding) {
        return switch (contentEncoding) {
            case "gzip", "GZip" -> ZlibCodecFactory.newZlibEncoder(ZlibWrapper.GZIP);
            case "deflate" -> ZlibCodecFactory.newZlibEncoder(ZlibWrapper.ZLIB);
            case "raw deflate" -> ZlibCodecFactory.newZlibEncoder(ZlibWrapper.NONE);
            default -> new ZstdEncoder();
        };
    }

    @ParameterizedTest
    @ValueSource(strings = {"gzip", "GZip", "deflate", "raw deflate", "zstd"})
    void anEncodedAnswerIsDecoded(String contentEncoding) {
        EmbeddedChannel encoder = new EmbeddedChannel(encoder(contentEncoding));
        encoder.writeOutbound(Unpooled.copiedBuffer(
                ROLE + content("a") + content(" b") + finish("stop") + usage(5, 2) + DONE, StandardCharsets.UTF_8));
        encoder.finish();
        byte[] body = drained(encoder);
        ResponseReader reader = encoded(contentEncoding.replace("raw ", ""), HttpResponseStatus.OK, chunks);

        // Cut anywhere: the second half completes what the first began.
        reader.content(Unpooled.wrappedBuffer(body, 0, body.length / 2), 1);
        reader.content(Unpooled.wrappedBuffer(body, body.length / 2, body.length - body.length / 2), 2);
        RequestOutcome ending = reader.end();
        reader.close();

        assertThat(ending.outcome()).isEqualTo(Outcome.OK);
        assertThat(reader.facts().text()).hasValue("a b");
        assertThat(reader.facts().usage().output()).hasValue(2);
        assertThat(reader.facts().bytesReceived()).isEqualTo(body.length);
    }

    @Test
    void aChunkThatIsFlushedHasTheStampOfItsOwnRead() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        ResponseReader reader = encoded("gzip", HttpResponseStatus.OK, chunks);
        try (GZIPOutputStream gzip = new GZIPOutputStream(sent, 512, true)) {
            int read = 1;
            for (String event : List.of(content("a"), content("b"), content("c"))) {
                gzip.write(event.getBytes(StandardCharsets.UTF_8));
                gzip.flush();
                reader.content(Unpooled.wrappedBuffer(sent.toByteArray()), read++);
                sent.reset();
            }
        }
        reader.close();

        assertThat(chunks.stream().map(ResponseChunk::stampNanos)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void anEncodingThatIsNotKnownIsNamed() {
        ResponseReader reader = encoded("br", HttpResponseStatus.OK, chunks);
        reader.content(Unpooled.wrappedBuffer(new byte[] {1, 2, 3}), 1);

        assertThat(reader.isOverCap()).isTrue();
        assertThat(reader.end())
                .isEqualTo(new RequestOutcome(
                        Outcome.MALFORMED,
                        new RequestFailure(
                                "client.content_encoding",
                                "",
                                "Content-Encoding br of the answer is not known here; gzip, deflate and zstd are")));
    }

    @Test
    void aBodyThatDoesNotFitItsEncodingIsMalformed() {
        ResponseReader reader = encoded("gzip", HttpResponseStatus.OK, chunks);
        reader.content(Unpooled.copiedBuffer(content("a"), StandardCharsets.UTF_8), 1);
        RequestOutcome ending = reader.end();
        reader.close();

        assertThat(ending.outcome()).isEqualTo(Outcome.MALFORMED);
        assertThat(ending.failure().text()).startsWith("Content-Encoding gzip of the answer does not fit its body: ");
    }

    @Test
    void anErrorBodyIsDecodedAndOneThatCannotBeKeepsItsStatus() throws Exception {
        ByteArrayOutputStream sent = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(sent)) {
            gzip.write("{\"error\":{\"message\":\"too busy\",\"type\":\"overload\",\"code\":503}}"
                    .getBytes(StandardCharsets.UTF_8));
        }
        ResponseReader reader = encoded("gzip", HttpResponseStatus.SERVICE_UNAVAILABLE, chunks);
        reader.content(Unpooled.wrappedBuffer(sent.toByteArray()), 1);
        assertThat(reader.end())
                .isEqualTo(new RequestOutcome(Outcome.HTTP_ERROR, new RequestFailure("overload", "503", "too busy")));

        ResponseReader unknown = encoded("br", HttpResponseStatus.SERVICE_UNAVAILABLE, chunks);
        unknown.content(Unpooled.wrappedBuffer(new byte[] {1, 2, 3}), 1);
        assertThat(unknown.end().outcome()).isEqualTo(Outcome.HTTP_ERROR);
        assertThat(unknown.facts().httpStatus()).hasValue(503);
        assertThat(unknown.end().failure().text()).startsWith("Content-Encoding br of the answer");
    }

    @Test
    void aPingAloneInAReadTakesNoTokenWithIt() {
        assertThat(read(ROLE, ": ping\n\n", content("a"), ": ping", "\n\n" + content(" b"), DONE))
                .isEqualTo(Outcome.OK);

        assertThat(kinds()).containsExactly(ChunkKind.ROLE, ChunkKind.CONTENT, ChunkKind.CONTENT);
        assertThat(chunks.stream().map(ResponseChunk::stampNanos)).containsExactly(1L, 3L, 5L);
        assertThat(answer.facts().text()).hasValue("a b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void everyLegalWayToWriteEventsIsRead(String lineEnd) {
        String events = "event: completion\nid: 1\ndata:" + json("a") + "\n\n" // no space, named
                + "data: {\"choices\":\ndata: [" + text(0, " b") + "]}\n\n" // two lines of data
                + "retry: 10\n\n" + content("c") + DONE;

        assertThat(read(events.replace("\n", lineEnd))).isEqualTo(Outcome.OK);

        assertThat(answer.facts().text()).hasValue("a bc");
        assertThat(answer.facts().outputChunks()).isEqualTo(3);
    }

    private static String json(String text) {
        return "{\"choices\":[" + text(0, text) + "]}";
    }

    @Test
    void aRoleAFinishWithoutTextAndUsageAreNoTokens() {
        read(ROLE, content("a"), finish("stop"), usage(5, 1), DONE);

        assertThat(kinds()).containsExactly(ChunkKind.ROLE, ChunkKind.CONTENT, ChunkKind.FINISH, ChunkKind.USAGE);
        assertThat(answer.facts().outputChunks()).isEqualTo(1);
        assertThat(answer.facts().finishReason()).isEqualTo(FinishReason.STOP);
    }

    @Test
    void thinkingUnderEitherNameAndToolCallsAreOutput() {
        read(
                "data: {\"choices\":[{\"delta\":{\"reasoning_content\":\"h\"}}]}\n\n",
                "data: {\"choices\":[{\"delta\":{\"reasoning\":\"m\"}}]}\n\n",
                "data: {\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}\n\n",
                finish("tool_calls"),
                DONE);

        assertThat(kinds()).containsExactly(ChunkKind.REASONING, ChunkKind.REASONING, ChunkKind.TOOL, ChunkKind.FINISH);
        assertThat(answer.facts().outputChunks()).isEqualTo(3);
        assertThat(answer.facts().content()).hasValue("");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"choices\":[],", "\"choices\":null,", ""})
    void usageComesWithEmptyNoOrNullChoices(String choices) {
        String usage = "data: {" + choices + "\"usage\":{\"prompt_tokens\":5,\"completion_tokens\":7}}\n\n";

        assertThat(read(content("a"), usage, DONE)).isEqualTo(Outcome.OK);

        assertThat(answer.facts().outputTokens()).hasValue(7);
        assertThat(answer.facts().tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(tokens()).containsExactly(-1);
    }

    @Test
    void usageBesideTheLastChoiceCounts() {
        read(content("a"), counted("{\"index\":0,\"delta\":{},\"finish_reason\":\"stop\"}", 7), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(7);
        assertThat(kinds()).containsExactly(ChunkKind.CONTENT, ChunkKind.FINISH);
    }

    @Test
    void withoutUsageChunksAreCountedAndThatIsSaid() {
        read(content("a"), content("b"), finish("stop"), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(2);
        assertThat(answer.facts().tokenSource()).isEqualTo(TokenSource.CHUNK_ESTIMATE);
        assertThat(answer.facts().usage().cached()).isEmpty();
    }

    @Test
    void usageOnEveryChunkTellsTheTokensOfEach() {
        read(ROLE, counted(text(0, "a"), 1), counted(text(0, "b c d"), 4), counted(text(0, "e"), 5), usage(5, 5), DONE);

        assertThat(tokens()).containsExactly(1, 3, 1);
        assertThat(answer.facts().tokenSource()).isEqualTo(TokenSource.CONTINUOUS_USAGE);
        assertThat(answer.facts().outputTokens()).hasValue(5);
    }

    @Test
    void usageThatIsMissingOnAChunkMakesTheRestUnknown() {
        read(counted(text(0, "a"), 1), content("b"), counted(text(0, "c"), 3), DONE);

        assertThat(tokens()).containsExactly(1, -1, -1);
        assertThat(answer.facts().tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(answer.facts().outputTokens()).hasValue(3);
    }

    @Test
    void ofSeveralAnswersOneIsResentAndWhatChunksHoldIsUnknown() {
        ResponseReader both = answer(2);

        RequestOutcome ending = read(
                both, counted(text(0, "a"), 1), counted(text(1, "x"), 1), counted(text(0, "b"), 2), usage(5, 3), DONE);

        assertThat(ending.outcome()).isEqualTo(Outcome.OK);
        assertThat(chunks.stream().filter(ResponseChunk::isOutput).map(ResponseChunk::choice))
                .containsExactly(0, 1, 0);
        assertThat(tokens()).containsExactly(1, -1, -1);
        assertThat(both.facts().outputTokens()).hasValue(3);
        assertThat(both.facts().tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(both.facts().content()).hasValue("ab");
        assertThat(both.facts().text()).hasValue("axb");
    }

    @Test
    void anErrorAfterOutputIsAnErrorThoughDoneFollows() {
        RequestOutcome ending = read(answer, content("a"), ERROR, DONE);

        assertThat(ending)
                .isEqualTo(new RequestOutcome(
                        Outcome.STREAM_ERROR, new RequestFailure("InternalServerError", "500", "engine died")));
    }

    @Test
    void withoutDoneAStreamIsCutHoweverMuchCame() {
        assertThat(read(content("a"), finish("stop"), usage(5, 1))).isEqualTo(Outcome.STREAM_CUT);
    }

    @Test
    void aCharacterBetweenTwoReadsIsWhole() {
        byte[] bytes = (content("龍") + DONE).getBytes(StandardCharsets.UTF_8);
        int middle = content("").indexOf("\"}") + 1;

        answer.content(Unpooled.wrappedBuffer(bytes, 0, middle), 1);
        answer.content(Unpooled.wrappedBuffer(bytes, middle, bytes.length - middle), 2);

        assertThat(answer.end().outcome()).isEqualTo(Outcome.OK);
        assertThat(answer.facts().text()).hasValue("龍");
    }

    @Test
    void aMessageThatDoesNotEndIsNotReadForEver() {
        String part = "x".repeat(1 << 20);
        answer.content(Unpooled.copiedBuffer("data: ", StandardCharsets.UTF_8), 1);
        for (int megabytes = 0; megabytes < 8; megabytes++) {
            assertThat(answer.isOverCap()).isFalse();
            answer.content(Unpooled.copiedBuffer(part, StandardCharsets.UTF_8), 2);
        }

        assertThat(answer.isOverCap()).isTrue();
        assertThat(answer.stop(RequestOutcome.client(Outcome.STREAM_ERROR, "", ""))
                        .outcome())
                .isEqualTo(Outcome.MALFORMED);
    }
}
