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
import io.tidemark.producer.plan.RequestPlan.AnswerNames;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a streamed answer is taken for, read by read; each read is stamped with its number, from 1. */
class ResponseReaderTest {
    private static final String ROLE =
            "data: {\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}]}\n\n";
    private static final String ERROR =
            "data: {\"error\":{\"message\":\"engine died\",\"type\":\"InternalServerError\",\"param\":null,\"code\":500}}\n\n";

    private static final String UNFRAMED = "X-Request-Id";
    private static final String FRAMED = "Content-Length";

    private final List<ResponseChunk> chunks = new ArrayList<>();
    private final ResponseReader answer = answer(1);

    private ResponseReader answer(int choices) {
        return answer(choices, UNFRAMED, AnswerNames.NONE);
    }

    private ResponseReader answer(ParserContext server) {
        return answer(1, UNFRAMED, server);
    }

    private ResponseReader answer(int choices, String framing, AnswerNames names) {
        return answer(choices, framing, ParserContext.create(true, names));
    }

    /** @param framing a header; without it the connection's end ends the answer */
    private ResponseReader answer(int choices, String framing, ParserContext parsing) {
        CompletionRequest request = new CompletionRequest(
                "run-lane-1", ApiKind.CHAT, new byte[0], new CompletionRequest.Expected(true, 64, choices));
        ResponseReader made = new ResponseReader(request.withKeptContent(), chunks::add, parsing);
        DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/event-stream; charset=utf-8");
        head.headers().set(framing, "1000");
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
        ResponseReader made =
                new ResponseReader(request.withKeptContent(), into::add, ParserContext.create(true, AnswerNames.NONE));
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

    @ParameterizedTest
    @ValueSource(strings = {"identity", "none", "None"})
    void aNameOfNoEncodingIsNone(String contentEncoding) {
        ResponseReader reader = encoded(contentEncoding, HttpResponseStatus.OK, chunks);

        assertThat(read(reader, content("a"), finish("stop"), DONE).outcome()).isEqualTo(Outcome.OK);
        assertThat(reader.facts().text()).hasValue("a");
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

    private static String data(String json) {
        return "data: " + json.replace('\'', '"') + "\n\n";
    }

    private static String choices(String choices) {
        return data("{'choices':[" + choices + "]}");
    }

    private static final String OPEN = choices("{'index':0,'delta':{'content':'a'},'finish_reason':null}");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'detail':'m'}",
                "{'detail':[{'loc':['body'],'msg':'m'}]}",
                "{'error':{'message':'m'}}",
                "{'error':'m'}",
                "{'error':true,'message':'m'}",
                "{'object':'error','message':'m'}",
                "{'message':'m','code':500}",
                "{'message':'m','type':'InternalServerError'}",
                "{'msg':'m','status':'failed'}",
                "{'errors':['m']}",
                "{'success':false,'message':'m'}",
                "{'choices':[],'error_code':336000,'error_msg':'m'}",
                "{'choices':[{'index':0,'delta':{'content':''},'finish_reason':'error','error':{'code':502,'message':'m'}}]}",
                "{'choices':[{'index':0,'delta':{'error':{'message':'m'}}}]}",
                "{'choices':[{'index':0,'delta':{'content':'b'}}],'error':{'message':'m'}}",
                "{'error':{'code':429,'message':'m','metadata':{'provider_name':'p'}},'user_id':'u'}",
                "{'id':'x','choices':[],'error':{'message':'m','code':'502'}}",
                "{'error':[{'message':'m'}]}",
                "{'errors':[{'message':'m','extensions':{'code':'X'}}]}",
                "{'type':'error','error':{'type':'overloaded_error','message':'m'}}",
                "{'type':'error','message':'m'}",
                "{'code':500,'msg':'m','data':null}",
                "{'base_resp':{'status_code':1002,'status_msg':'m'}}",
                "{'choices':null,'base_resp':{'status_code':1002,'status_msg':'m'}}",
                "{'title':'Internal','status':500,'detail':'m'}",
                "{'timestamp':1,'status':500,'error':'m','path':'/v1/chat/completions'}",
                "{'object':'error','message':'m','type':'BadRequestError','param':null,'code':400}",
                "{'error_code':'X','message':'m'}",
                "{'choices':[{'index':0,'delta':{'content':''},'finish_reason':null}],'object':'error','message':'m'}",
                "{'choices':[{'index':0,'message':{'content':null},'error':{'message':'m'}}]}",
                "[{'error':{'code':503,'message':'m','status':'UNAVAILABLE'}}]",
                "{'internalServerException':{'message':'m'}}",
                "{'modelStreamErrorException':{'message':'m','originalStatusCode':500}}",
                "{'errorCode':'X','errorMessage':'m'}",
                "{'message':'m','__type':'ThrottlingException'}",
                "{'errcode':40013,'errmsg':'m'}",
                "{'choices':[{'index':0,'delta':{},'error_message':'m'}]}",
                "{'choices':[{'index':0,'delta':{'error_message':'m'}}]}",
                "{'choices':[{'index':0,'delta':{'content':''},'finish_reason':'stop'}],'base_resp':{'status_code':1039,'status_msg':'m'}}",
                "{'choices':[],'x_groq':{'id':'r','error':'m'}}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':null}],'x_groq':{'error':'m'}}",
                "{'type':'about:blank','title':'m','status':502}",
                "{'statusCode':500,'message':'m'}",
                "{'ok':false,'reason':'m'}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'error_code':504,'error_message':'m'}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'errors':[{'message':'m','code':504}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'detail':'m'}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'success':false,'msg':'m'}",
                "{'code':500,'message':'m','choices':[],'usage':{'completion_tokens':1}}",
                "{'status':'failed','message':'m','choices':[],'usage':{'completion_tokens':1}}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'status':'failed','message':'m'}",
                "{'choices':[{'index':0,'delta':{'content':'b'}}],'type':'error','message':'m'}",
                "{'error':{'code':0,'message':'m'}}",
                "{'error_code':'00001','message':'m'}"
            })
    void anErrorInAnyShapeIsAnErrorThoughDoneFollows(String json) {
        assertThat(read(OPEN, data(json), finish("stop"), DONE)).isEqualTo(Outcome.STREAM_ERROR);
        assertThat(read(answer(1), OPEN, data(json), DONE).failure().text())
                .satisfiesAnyOf(
                        said -> assertThat(said).isEqualTo("m"),
                        said -> assertThat(said).isEqualTo("body: m"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "event: error\n\n",
                "event: error\ndata: {\"a\":1}\n\n",
                "error: m\n\n",
                "event: error\ndata: upstream connect error\n\n",
                "event:error\ndata:{\"detail\":\"m\"}\n\n",
                "event: Error\ndata: {\"a\":1}\n\n",
                "event: exception\ndata: {\"message\":\"m\"}\n\n",
                "event: response.failed\ndata: {\"a\":1}\n\n",
                "data: {\"status\":\"failed\"}\n\n",
                "data: {\"type\":\"error\"}\n\n",
                "event: timeout\ndata: upstream did not answer in 60 s\n\n",
                "event: abort\ndata: {\"reason\":\"preempted\"}\n\n",
                "event: response.cancelled\ndata: {}\n\n",
                "[{\n  \"error\": {\n    \"message\": \"m\"\n  }\n}]\n\n",
                "{\n  \"error\": \"m\"\n}\n\n"
            })
    void anErrorEventIsAnErrorWhateverItHolds(String event) {
        assertThat(read(OPEN, event, DONE)).isEqualTo(Outcome.STREAM_ERROR);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data:\n\n",
                "data: \n\n",
                "data\n\n",
                "data: ping\n\n",
                "data: [PING]\n\n",
                "data: keep-alive\n\n",
                "data: \"heartbeat\"\n\n",
                "data: : ping - 2026-11-28 07:00:00\n\n",
                "data: null\n\n",
                "data: {}\n\n",
                "data: {\"type\":\"ping\"}\n\n",
                "data: {\"type\":\"heartbeat\",\"message\":\"still here\"}\n\n",
                "data: {\"status\":{\"status\":\"queued\",\"message\":\"5 before you\"}}\n\n",
                "data: {\"base_resp\":{\"status_code\":0,\"status_msg\":\"\"}}\n\n",
                "data: {\"id\":\"x\",\"choices\":[],\"usage\":null}\n\n",
                "data: {\"choices\":[]}\n\n",
                "data: \"\"\n\n",
                "data: <keepalive>\n\n",
                "event: keepalive\ndata:\n\n",
                "event: metadata\ndata: {\"session\":\"s\"}\n\n",
                "event: status\ndata: warming up\n\n",
                "data: {\"status\":\"loading\",\"message\":\"loading adapter sql\"}\n\n",
                "data: {\"type\":\"info\",\"message\":\"request routed to pool b\"}\n\n",
                "data: {\"status\":\"waiting\",\"message\":\"queue position 3\"}\n\n",
                "data: {\"choices\":[],\"error_code\":0,\"error_msg\":\"success\"}\n\n",
                "data: {\"choices\":[],\"code\":200,\"message\":\"ok\",\"success\":true}\n\n",
                ":\n\n",
                "\n\n",
                "data: {\"status\":\"queued\",\"message\":\"5 before you\"}\n\n",
                "data: {\"choices\":[],\"error\":{\"code\":0}}\n\n",
                "data: {\"choices\":[],\"error\":{\"code\":\"0\",\"message\":\"\",\"type\":null}}\n\n",
                "data: {\"choices\":[],\"error_code\":\"00000\",\"error_msg\":\"success\"}\n\n",
                ": OPENROUTER PROCESSING\n\n",
                "data: : OPENROUTER PROCESSING\n\n",
                "data: OK\n\n",
                "data: 0\n\n",
                "data: true\n\n",
                "event: ping\ndata: 2026-11-28\n\n",
                "event: heartbeat\ndata: {\"time\":1}\n\n",
                "event: ping\n\n",
                ": comment\n\n",
                "id: 7\nretry: 3000\n\n"
            })
    void whatKeepsAConnectionOpenBelongsToNoAnswer(String event) {
        assertThat(read(event, OPEN, event, finish("stop"), event, DONE)).isEqualTo(Outcome.OK);
        assertThat(kinds()).containsExactly(ChunkKind.CONTENT, ChunkKind.FINISH);
        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: upstream timed out\n\n",
                "data: \u670d\u52a1\u5185\u90e8\u9519\u8bef\n\n",
                "<html><body>502 Bad Gateway</body></html>\n\n",
                "Internal Server Error\n\n",
                "data: processing failed: out of memory\n\n",
                "data: {\"choices\":[]}\ndata: {\"error\":\"m\"}\n\n",
                "data: {\"choices\":[]}{\"choices\":[]}\n\n",
                "data: {\"choices\":[]}\ndata: [DONE]\n\n",
                "data: {\"choices\":[\n\n",
                "data: [1]\n\n",
                "{\"text\":\"a\"}\n\n"
            })
    void whatIsNeitherAChunkNorKnownToKeepAliveEndsTheAnswer(String event) {
        assertThat(read(OPEN, event, finish("stop"), DONE)).isEqualTo(Outcome.MALFORMED);
    }

    @Test
    void eventsWithoutABlankLineBetweenThemAreNamed() {
        String both = content("a").replaceFirst("\n$", "");

        assertThat(read(answer, content("a"), both, content("b"), DONE)
                        .failure()
                        .text())
                .isEqualTo("a message of the stream holds several JSON values: a blank line between events is missing");
    }

    @Test
    void whatIsNoStreamIsNamedByItsType() {
        CompletionRequest request = new CompletionRequest(
                "run-lane-1", ApiKind.CHAT, new byte[0], new CompletionRequest.Expected(true, 64, 1));
        ResponseReader page = new ResponseReader(request, chunks::add, ParserContext.create(true, AnswerNames.NONE));
        DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers().set(HttpHeaderNames.CONTENT_TYPE, "text/html");
        page.head(head);

        assertThat(read(page, "<html><body>Log in</body></html>"))
                .isEqualTo(RequestOutcome.client(
                        Outcome.MALFORMED, "not_a_stream", "asked for a stream but got text/html without any event"));
    }

    @Test
    void anAnswerWithFewerChoicesThanAskedForIsNotWhole() {
        RequestOutcome one = RequestOutcome.client(
                Outcome.MALFORMED, "choices", "the answer has choices: 1, but request.n asks for 2");

        assertThat(read(answer(2), content("a"), finish("stop"), DONE)).isEqualTo(one);
        assertThat(read(
                                answer(2),
                                content("a"),
                                choices(
                                        "{'index':1,'delta':{},'finish_reason':'stop'},{'index':0,'delta':{},'finish_reason':'stop'}"),
                                DONE)
                        .outcome())
                .isEqualTo(Outcome.OK);
    }

    @Test
    void aServerThatWritesFinishReasonsMustHaveGivenOne() {
        assertThat(read(OPEN, DONE)).isEqualTo(Outcome.STREAM_CUT);
        assertThat(read(answer(1), OPEN.replace("null", "\"\""), DONE).failure())
                .isEqualTo(new RequestFailure(
                        "client.no_finish_reason", "", "the answer ended without a finish_reason of each choice"));
        assertThat(read(answer(2), OPEN, OPEN.replace(":0", ":1"), finish("stop"), DONE)
                        .outcome())
                .isEqualTo(Outcome.STREAM_CUT);
    }

    @Test
    void theCountOfTheWholeAnswerShowsItsEndToo() {
        assertThat(read(OPEN, usage(5, 1), DONE)).isEqualTo(Outcome.OK);
        assertThat(read(answer(1), OPEN, usage(5, 1), OPEN, DONE).outcome()).isEqualTo(Outcome.STREAM_CUT);
        assertThat(read(answer(1, FRAMED, AnswerNames.NONE), OPEN, usage(5, 1)).outcome())
                .isEqualTo(Outcome.OK);
        assertThat(read(answer(1, FRAMED, AnswerNames.NONE), OPEN).outcome()).isEqualTo(Outcome.STREAM_CUT);
        // One choice of the answer has its finish reason, so that the other must have one.
        assertThat(read(answer(2), OPEN, OPEN.replace(":0", ":1"), finish("stop"), usage(5, 2), DONE)
                        .outcome())
                .isEqualTo(Outcome.STREAM_CUT);
    }

    @Test
    void onceAnAnswerHadAFinishReasonTheCountShowsNoEnd() {
        ParserContext server = ParserContext.create(true, AnswerNames.NONE);
        String silent = content("a");
        assertThat(read(answer(server), silent, usage(5, 1), DONE).outcome()).isEqualTo(Outcome.OK);
        assertThat(read(answer(server), silent, finish("stop"), usage(5, 1), DONE)
                        .outcome())
                .isEqualTo(Outcome.OK);

        assertThat(read(answer(server), OPEN, usage(5, 1), DONE).failure().type())
                .isEqualTo("client.no_finish_reason");
        assertThat(read(answer(server), silent, usage(5, 1), DONE).outcome()).isEqualTo(Outcome.STREAM_CUT);
        assertThat(read(answer(server), silent, DONE).outcome()).isEqualTo(Outcome.STREAM_CUT);
    }

    @Test
    void countsThatComeOneAfterTheOtherAreOneUsageAndZerosTakeNothingBack() {
        String prompt = data("{'choices':[],'usage':{'prompt_tokens':9,'prompt_tokens_details':{'cached_tokens':4}}}");
        String output = data("{'choices':[],'usage':{'completion_tokens':1}}");
        String zeros = data("{'choices':[],'usage':{'prompt_tokens':0,'completion_tokens':0,'total_tokens':0}}");

        read(prompt, content("a"), finish("stop"), output, zeros, DONE);

        assertThat(answer.facts().usage())
                .isEqualTo(new TokenUsage(
                        OptionalInt.of(9),
                        OptionalInt.of(4),
                        OptionalInt.empty(),
                        OptionalInt.of(1),
                        OptionalInt.empty(),
                        ""));
        assertThat(answer.facts().tokenSource()).isEqualTo(TokenSource.USAGE);
    }

    @Test
    void manyDeltasOfAnotherFieldAreOutputThoughUsageCountsTheRestAlone() {
        String planned = choices("{'delta':{'tool_plan':'h'}}");

        read(planned.repeat(12), content("a").repeat(12), finish("stop"), usage(5, 12), DONE);

        assertThat(answer.facts().unreadOutput()).containsExactly("delta.tool_plan");
    }

    @Test
    void aServerThatWritesNoFinishReasonsAtAllEndsByDone() {
        assertThat(read(content("a"), DONE)).isEqualTo(Outcome.OK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "stop",
                "STOP",
                "eos",
                "eos_token",
                "end_turn",
                "stop_sequence",
                "COMPLETE",
                "length",
                "MAX_TOKENS",
                "max_output_tokens",
                "model_length",
                "tool_calls",
                "tool_use",
                "function_call",
                "content_filter",
                "SAFETY",
                "refusal",
                "FINISH_REASON_STOP",
                "FINISH_REASON_MAX_TOKENS",
                "end_of_text",
                "end-turn",
                "tool-calls"
            })
    void finishReasonsOfWholeAnswersAreKnown(String reason) {
        assertThat(read(OPEN, finish(reason), DONE)).isEqualTo(Outcome.OK);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "abort",
                "ABORTED",
                "error",
                "cancelled",
                "network_error",
                "server_error",
                "insufficient_system_resource",
                "timeout",
                "preempted",
                "OTHER",
                "unknown",
                "FINISH_REASON_UNSPECIFIED",
                "repetition_truncation",
                "MALFORMED_FUNCTION_CALL",
                "odd_reason"
            })
    void anyOtherFinishReasonIsNamed(String reason) {
        RequestOutcome ending = read(answer, OPEN, finish(reason), usage(5, 1), DONE);

        assertThat(ending.outcome()).isEqualTo(Outcome.STREAM_ERROR);
        assertThat(ending.failure().text()).contains("finish_reason is " + reason);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','stop_reason':'error'}]}",
                "{'choices':[{'index':0,'delta':{'stop_reason':'error'}}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','native_finish_reason':'abort'}]}",
                "{'choices':[{'index':0,'delta':{'content':'b'},'finish_reason':'length','native_finish_reason':'ERROR'}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'stop_reason':'error'}",
                "{'choices':[{'index':0,'delta':{},'finish_details':{'type':'error'}}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','finish_details':{'type':'error'}}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'status':'incomplete'}",
                "{'choices':[{'index':0,'delta':{}}],'state':'cancelled'}",
                "{'choices':[],'usage':{'prompt_tokens':5,'completion_tokens':1},'status':'incomplete'}"
            })
    void aWordBesideTheFinishReasonMayBreakTheAnswerOff(String json) {
        RequestOutcome ending = read(answer, OPEN, data(json), usage(5, 1), DONE);

        assertThat(ending.outcome()).isEqualTo(Outcome.STREAM_ERROR);
        assertThat(ending.failure().type()).isEqualTo("client.finish_reason");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'choices':[{'index':0,'delta':{},'finish_reason':'length'}],'status':'incomplete'}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','stop_reason':128009}],'status':'completed'}",
                "{'choices':[{'index':0,'delta':{'stop_reason':'end_turn'},'finish_reason':'stop'}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','native_finish_reason':'STOP'}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'length','native_finish_reason':'incomplete'}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'stop','native_finish_reason':'<|eot_id|>'}]}",
                "{'choices':[{'index':0,'delta':{},'finish_details':{'type':'stop'}}]}",
                "{'choices':[{'index':0,'delta':{},'finish_reason':'length','finish_details':{'type':'max_tokens'}}]}"
            })
    void aWordBesideTheFinishReasonMaySayTheSame(String json) {
        String incomplete = data("{'choices':[],'usage':{'completion_tokens':1},'status':'incomplete'}");

        assertThat(read(OPEN, data(json), DONE)).isEqualTo(Outcome.OK);
        assertThat(read(answer(1), OPEN, finish("length"), incomplete, DONE).outcome())
                .isEqualTo(Outcome.OK);
    }

    @Test
    void anUnstreamedAnswerMayBeBrokenOffByTheSameWords() {
        CompletionRequest request = new CompletionRequest(
                "run-lane-1", ApiKind.CHAT, new byte[0], new CompletionRequest.Expected(false, 64, 1));
        for (String end : List.of("'stop_reason':'error'}]", "'finish_reason':'stop'}],'status':'incomplete'")) {
            ResponseReader whole =
                    new ResponseReader(request, chunks::add, ParserContext.create(true, AnswerNames.NONE));
            whole.head(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
            String json = "{'choices':[{'index':0,'message':{'content':'a'}," + end + "}";

            assertThat(read(whole, json.replace('\'', '"')).failure().type()).isEqualTo("client.finish_reason");
        }
    }

    /** Of the answer so far, on each chunk, where other servers write null. */
    @ParameterizedTest
    @ValueSource(strings = {"''", "'null'", "'None'", "'generating'", "'FINISH_REASON_UNSPECIFIED'"})
    void aFinishReasonOnEachChunkIsThatOfTheAnswerSoFar(String interim) {
        String each = OPEN.replace("null", interim.replace('\'', '"'));

        assertThat(read(each, each, each, finish("stop"), DONE)).isEqualTo(Outcome.OK);
        assertThat(answer.facts().finishReason()).isEqualTo(FinishReason.STOP);
        assertThat(answer.facts().resumedAfterFinish()).isFalse();
        // As null, it announces another one.
        assertThat(read(answer(1), each, each, usage(5, 2), DONE).outcome()).isEqualTo(Outcome.OK);
        assertThat(read(answer(1), each, each, DONE).outcome()).isEqualTo(Outcome.STREAM_CUT);
        // The last one of a choice is that of its end.
        assertThat(read(answer(1), each, each, finish("odd_reason"), usage(5, 2), DONE)
                        .outcome())
                .isEqualTo(Outcome.STREAM_ERROR);
    }

    @Test
    void aFinishReasonThatThePlanNamesIsThatOfAWholeAnswer() {
        ResponseReader named = answer(1, UNFRAMED, new AnswerNames(Set.of(), Set.of("odd_reason")));

        assertThat(read(named, OPEN, finish("odd_reason"), DONE).outcome()).isEqualTo(Outcome.OK);
        assertThat(named.facts().finishReason()).isEqualTo(FinishReason.OTHER);
    }

    @Test
    void everyChoiceOfAMessageCounts() {
        ResponseReader both = answer(2, FRAMED, AnswerNames.NONE);
        String two = choices(text(0, "a") + "," + text(1, "x"));
        String ends = choices(
                "{'index':0,'delta':{},'finish_reason':'stop'},{'index':1,'delta':{},'finish_reason':'length'}");

        // Without [DONE]: both have their finish reason.
        assertThat(read(both, two, two, ends).outcome()).isEqualTo(Outcome.OK);

        assertThat(chunks.stream().filter(ResponseChunk::isOutput).map(ResponseChunk::choice))
                .containsExactly(0, 1, 0, 1);
        assertThat(chunks.stream().filter(ResponseChunk::isOutput).map(ResponseChunk::stampNanos))
                .containsExactly(1L, 1L, 2L, 2L);
        // The message's bytes count once.
        assertThat(chunks.stream().mapToInt(ResponseChunk::sizeBytes).sum())
                .isEqualTo(2 * two.length() + ends.length());
        assertThat(both.facts().outputTokens()).hasValue(4);
        assertThat(both.facts().content()).hasValue("aa");
    }

    private static String endOf(int choice, int prompt, int output) {
        return "{'index':" + choice + ",'delta':{},'finish_reason':'stop','usage':{'prompt_tokens':" + prompt
                + ",'completion_tokens':" + output + ",'total_tokens':" + (prompt + output) + "}}";
    }

    @Test
    void usageOfEachChoiceAddsUpAndThePromptCountsOnce() {
        String twice = choices(text(0, "a") + "," + text(1, "x"));
        ResponseReader inOneMessage = answer(2);
        read(inOneMessage, twice, twice, twice, choices(endOf(0, 5, 3) + "," + endOf(1, 5, 4)), DONE);
        ResponseReader inTwo = answer(2);
        read(inTwo, twice, twice, twice, choices(endOf(0, 5, 3)), choices(endOf(1, 5, 4)), DONE);
        ResponseReader ofOne = answer(1);
        read(ofOne, content("a"), choices(endOf(0, 5, 3)), DONE);

        String source = "choices[].usage.completion_tokens";
        OptionalInt none = OptionalInt.empty();
        assertThat(List.of(inOneMessage.facts().usage(), inTwo.facts().usage()))
                .containsOnly(
                        new TokenUsage(OptionalInt.of(5), none, none, OptionalInt.of(7), OptionalInt.of(12), source));
        assertThat(inTwo.facts().outputTokens()).hasValue(7);
        assertThat(ofOne.facts().usage().prompt()).hasValue(5);
        assertThat(ofOne.facts().outputTokens()).hasValue(3);
    }

    @Test
    void ofOneChoiceALaterCountIsTheNewerOne() {
        String each = choices(text(0, "a") + "," + text(1, "x"));
        ResponseReader both = answer(2);
        read(
                both,
                each,
                choices(endOf(0, 5, 1)),
                choices(endOf(1, 5, 1)),
                each,
                choices(endOf(0, 5, 2) + "," + endOf(1, 5, 3)),
                DONE);

        assertThat(both.facts().outputTokens()).hasValue(5);
    }

    @Test
    void usageOfTheWholeAnswerGoesBeforeThatOfItsChoices() {
        String each = choices(text(0, "a") + "," + text(1, "x"));
        String ends = choices(endOf(0, 5, 3) + "," + endOf(1, 5, 4));
        ResponseReader before = answer(2);
        read(before, each, usage(5, 8), ends, DONE);
        ResponseReader after = answer(2);
        read(after, each, ends, usage(5, 8), DONE);

        assertThat(before.facts().outputTokens()).hasValue(8);
        assertThat(after.facts().outputTokens()).hasValue(8);
    }

    @Test
    void usageOfEachChoiceOfAnUnstreamedAnswerAddsUp() {
        CompletionRequest request = new CompletionRequest(
                "run-lane-1", ApiKind.CHAT, new byte[0], new CompletionRequest.Expected(false, 64, 2));
        ResponseReader whole = new ResponseReader(request, chunks::add, ParserContext.create(true, AnswerNames.NONE));
        whole.head(new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK));
        String json = "{'choices':[" + endOf(0, 5, 3) + "," + endOf(1, 5, 4) + "]}";

        read(whole, json.replace('\'', '"').replace("\"delta\":{}", "\"message\":{\"content\":\"a\"}"));

        assertThat(whole.facts().usage().prompt()).hasValue(5);
        assertThat(whole.facts().outputTokens()).hasValue(7);
    }

    @Test
    void choicesWithoutAnIndexAreNumberedByTheirPlace() {
        read(answer(2), choices("{'text':'a'},{'text':'x'}"), DONE);

        assertThat(chunks.stream().map(ResponseChunk::choice)).containsExactly(0, 1);
    }

    @Test
    void ofOneFinishedChoiceTheOtherIsNotFinished() {
        ResponseReader both = answer(2, FRAMED, AnswerNames.NONE);

        assertThat(read(both, content("a"), finish("stop"), finish("stop")).outcome())
                .isEqualTo(Outcome.STREAM_CUT);
    }

    @Test
    void contentAsTypedPartsIsRead() {
        String thinks = choices(
                "{'delta':{'content':[{'type':'thinking','thinking':[{'type':'text','text':'h'},{'type':'text','text':'m'}]}]}}");
        String writes = choices("{'delta':{'content':[{'type':'text','text':'a'}]},'finish_reason':null}");

        assertThat(read(thinks, writes, writes, finish("stop"), DONE)).isEqualTo(Outcome.OK);

        assertThat(kinds())
                .containsExactly(ChunkKind.REASONING, ChunkKind.CONTENT, ChunkKind.CONTENT, ChunkKind.FINISH);
        assertThat(answer.facts().text()).hasValue("hmaa");
        assertThat(answer.facts().content()).hasValue("aa");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'reasoning_content':'h'",
                "'reasoning':'h'",
                "'thinking':'h'",
                "'thoughts':'h','content':null",
                "'reasoning_details':[{'type':'reasoning.text','text':'h'}]",
                "'reasoning':'h','reasoning_details':[{'type':'reasoning.text','text':'h'}]",
                "'content':{'type':'reasoning','reasoning':'h'}",
                "'reasoning_text':'h'",
                "'thinking_content':'h'",
                "'thought':'h','content':''",
                "'reasoning':{'text':'h'}",
                "'reasoning':{'content':'h'}",
                "'reasoning_content':['h']",
                "'reasoning_content':[{'text':'h'}]",
                "'reasoning_details':[{'type':'reasoning.summary','summary':'h'}]",
                "'thinking_blocks':[{'type':'thinking','thinking':'h','signature':'s'}]",
                "'content':[{'type':'thinking','thinking':'h'}]",
                "'content':[{'type':'reasoning_text','text':'h'}]",
                "'content':[{'type':'reasoning','summary':[{'type':'summary_text','text':'h'}]}]",
                "'content':[{'type':'thinking','thinking':[{'type':'text','text':'h'}],'closed':true}]",
                "'reasoningContent':'h'",
                "'reasoning_content_delta':'h'",
                "'reasoning_step':'h'",
                "'thinking_delta':'h'",
                "'provider_specific_fields':{'reasoning_content':'h'},'reasoning_content':'h'",
                "'reasoning':'h','reasoning_content':'h'",
                "'reasoning_content':'h','reasoning':'h','thinking':'h','content':''",
                "'reasoning_content':['h'],'reasoning':['h']",
                "'reasoning_steps':[{'thought':'h','type':'web_search'}]",
                "'musing':'h'"
            })
    void reasoningIsReadUnderItsNames(String field) {
        ResponseReader named = answer(1, UNFRAMED, new AnswerNames(Set.of("musing"), Set.of()));

        read(named, choices("{'delta':{" + field + "}}"), content("a"), usage(5, 2), DONE);

        assertThat(kinds()).startsWith(ChunkKind.REASONING, ChunkKind.CONTENT);
        assertThat(named.facts().text()).hasValue("ha");
        assertThat(named.facts().unreadOutput()).isEmpty();
    }

    /** As the completions API has it, beside the text. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'reasoning':'h'",
                "'reasoning_content':'h','text':''",
                "'thinking':'h'",
                "'reasoning':{'text':'h'}"
            })
    void reasoningOfAChoiceIsRead(String field) {
        read(choices("{'index':0," + field + "}"), choices("{'index':0,'text':'a'}"), usage(5, 2), DONE);

        assertThat(kinds()).startsWith(ChunkKind.REASONING, ChunkKind.CONTENT);
        assertThat(answer.facts().text()).hasValue("ha");
        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'delta':{'musing':'h'}}", "{'delta':{'content':null,'musing':['h']}}"})
    void outputUnderANameThatIsNotKnownIsTold(String choice) {
        read(choices(choice), choices(choice), content("a"), usage(5, 3), DONE);

        assertThat(answer.facts().outputChunks()).isEqualTo(1);
        assertThat(answer.facts().unreadOutput()).containsExactly("delta.musing");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'content':[{'type':'text','text':'b'}]",
                "'content':[{'type':'output_text','text':'b','annotations':[]}]",
                "'content':['b']",
                "'content':[{'text':'b'}]",
                "'content':[{'type':'text','text':{'value':'b'}}]",
                "'content':{'type':'text','text':'b'}",
                "'content':{'text':'b'}",
                "'content':{'parts':['b']}",
                "'content':{'parts':[{'text':'b'}]}",
                "'content':[{'type':'refusal','refusal':'b'}]",
                "'refusal':'b'",
                "'content':[{'type':'text','text':''},{'type':'text','text':'b'}]"
            })
    void contentIsReadInTheShapesThatServersUse(String field) {
        read(choices("{'delta':{" + field + "}}"), content("a"), usage(5, 2), DONE);

        assertThat(kinds()).startsWith(ChunkKind.CONTENT, ChunkKind.CONTENT);
        assertThat(answer.facts().text()).hasValue("ba");
        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'audio':{'data':'eA=='}",
                "'images':[{'url':'u'}]",
                "'plan':'h'",
                "'steps':['h']",
                "'output':{'text':'h'}",
                "'content':[{'type':'image','data':'x'}]",
                "'content':{'data':'x'}",
                "'text_delta':'h'",
                "'value':'h'",
                "'draft':[{'t':'h'}]"
            })
    void whateverElseHoldsOutputIsNamedWhereUsageCountsIt(String field) {
        String chunk = choices("{'delta':{" + field + "}}");

        read(chunk, chunk, chunk, content("a"), usage(5, 4), DONE);

        assertThat(answer.facts().unreadOutput()).singleElement().asString().startsWith("delta.");
    }

    @Test
    void aStateOfTheRequestInADeltaIsNoOutput() {
        String queued = choices("{'delta':{'reason':'queued'}}");

        read(queued, queued, content("a"), finish("stop"), DONE);

        assertThat(answer.facts().outputChunks()).isEqualTo(1);
        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @Test
    void fieldsForWhichUsageLeavesNoRoomAreNoOutput() {
        String marked = choices("{'delta':{'signature':'x'}}");

        read(marked, marked, content("a"), content("b"), usage(5, 2), DONE);

        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    /** As MiniMax ends its streams. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {'object':'chat.completion','choices':[{'index':0,'finish_reason':'stop','message':{'role':'assistant','content':'%s'}}]}",
                "data: {'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}\n\ndata: {'choices':[{'index':0,'message':{'content':'%s'}}]}",
                "data: {'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}\n\nevent: answer\ndata: {'answer':'%s'}"
            })
    void aWholeAnswerAtTheEndOfTheOutputIsARepetition(String event) {
        String block = "so I look ".repeat(24);
        String end = String.format(event, block).replace('\'', '"') + "\n\n";

        assertThat(read(content("so I look so I look ").repeat(12), end, usage(5, 72), DONE))
                .isEqualTo(Outcome.OK);
        assertThat(answer.facts().outputChunks()).isEqualTo(12);
        assertThat(answer.facts().unreadOutput()).isEmpty();

        // Alone, it is not read.
        ResponseReader alone = answer(1);
        assertThat(read(alone, end, usage(5, 72), DONE).failure().text())
                .contains("usage counts 72 tokens; not read: ");
    }

    /** As Azure annotates answers that it filters in parallel. */
    @Test
    void annotationsOfAFilterAreNoOutput() {
        String note = choices("{'index':0,'finish_reason':null,'content_filter_results':{'hate':{'severity':'safe'}},"
                + "'content_filter_raw':[{'severity':'safe'}],'content_filter_offsets':{'check_offset':44}}");

        read(content("a b c").repeat(8), note, note, note, finish("stop"), usage(5, 24), DONE);

        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    /** Dynamo's extension, a version, results of a search: with several tokens a chunk, usage has room for more. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "'nvext':{'worker_id':{'decode_worker_id':7},'timing':{'ttft_ms':3.5}}",
                "'version':'202409241030','search_info':{'mindmap':{}},'processes':{}",
                "'session':'a1'"
            })
    void whatStandsBesideTheChoicesOfAChunkIsNoOutputForItsNumber(String field) {
        String role = data("{'choices':[{'index':0,'delta':{'role':'assistant'}}]," + field + "}");
        String end = data("{'choices':[{'index':0,'delta':{},'finish_reason':null}]," + field + "}");

        read(role, content("a b c").repeat(8), end, finish("stop"), usage(5, 24), DONE);

        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @Test
    void anAnswerOfOutputThatIsNotKnownIsEmptyAndSaysWhatItHeld() {
        String musing = choices("{'delta':{'musing':'h'}}");

        assertThat(read(answer, musing, musing, usage(5, 2), DONE))
                .isEqualTo(RequestOutcome.client(
                        Outcome.EMPTY,
                        "empty",
                        "the stream ended without any output; usage counts 2 tokens; not read: delta.musing"));
    }

    @Test
    void reasoningThatIsCountedAndDoesNotComeIsTold() {
        String counts = data("{'choices':[],'usage':{'prompt_tokens':5,'completion_tokens':12,"
                + "'completion_tokens_details':{'reasoning_tokens':10}}}");

        read(content("a"), content("b"), counts, DONE);
        assertThat(answer.facts().unreadOutput()).containsExactly("usage's reasoning tokens");

        ResponseReader visible = answer(1);
        String all = content("a").repeat(11);
        read(visible, all, counts, DONE);
        assertThat(visible.facts().unreadOutput()).isEmpty();
    }

    @Test
    void reasoningThatComesAsASummaryIsTold() {
        String counts = data("{'choices':[],'usage':{'prompt_tokens':5,'completion_tokens':120,"
                + "'completion_tokens_details':{'reasoning_tokens':100}}}");
        String summary = choices("{'delta':{'reasoning_content':'I look at the tide, then at the moon.'}}");
        String answered = content("high").repeat(20) + finish("stop");

        read(summary, summary, answered, counts, DONE);
        assertThat(answer.facts().unreadOutput()).containsExactly("usage's reasoning tokens");

        // All of it: by its chunks, or by its text in few of them.
        for (String all : List.of(summary.repeat(95), summary.repeat(6))) {
            ResponseReader whole = answer(1);
            read(whole, all, answered, counts, DONE);
            assertThat(whole.facts().unreadOutput()).isEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "tide tide tide tide , 24, true", // 20 bytes
        "tide tide tide tide , 22, false", // 10 % more
        "abcdefghijklmnopqrstuvwx, 24, false",
        "a, 2, false", // the end of the answer is one
        "a, 3, true",
        "\u6f6e\u6c50\u662f\u5982\u4f55, 15, false", // three tokens each, of a byte
        "\u6f6e\u6c50\u662f\u5982\u4f55, 18, true"
    })
    void usageThatTheTextCannotHoldCountsOutputThatDidNotCome(String text, int tokens, boolean isBeyond) {
        // Padded: the source of rows loses the blank.
        String padded = text.startsWith("tide") ? text + " " : text;
        read(content(padded), finish("stop"), usage(5, tokens), DONE);
        ResponseReader each = answer(1);
        read(
                each,
                padded.codePoints()
                        .mapToObj(letter -> content(Character.toString(letter)))
                        .collect(Collectors.joining()),
                finish("stop"),
                usage(5, tokens),
                DONE);

        assertThat(answer.facts().unreadOutput())
                .isEqualTo(isBeyond ? Set.of("usage's completion tokens") : Set.of())
                .isEqualTo(each.facts().unreadOutput());
    }

    @Test
    void usageOfCallsIsNotComparedWithTheText() {
        read(
                content("a"),
                choices("{'delta':{'tool_calls':[{'index':0,'function':{'arguments':'tides'}}]}}"),
                finish("tool_calls"),
                usage(5, 24),
                DONE);

        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @Test
    void theLargestReadIsThatOfMostChunksOrMostOfTheText() {
        String each = content("tide");
        read(each, each.repeat(3), each, finish("stop"), usage(5, 5), DONE);
        assertThat(answer.facts().largestReadTokens()).hasValue(3);

        // 80 of 100 characters are of 25 tokens 20.
        ResponseReader first = answer(1);
        read(first, content("tide".repeat(20)), each, each + each, each, each, finish("stop"), usage(5, 25), DONE);
        assertThat(first.facts().largestReadTokens()).hasValue(20);

        ResponseReader without = answer(1);
        read(without, finish("stop"), DONE);
        assertThat(without.facts().largestReadTokens()).isEmpty();
    }

    /** @param details of the usage, after its totals */
    private static String total(int prompt, int output, int total, String details) {
        return data("{'choices':[],'usage':{'prompt_tokens':" + prompt + ",'completion_tokens':" + output
                + ",'total_tokens':" + total + details + "}}");
    }

    @Test
    void tokensThatOnlyTheTotalShowsAreHiddenOutput() {
        read(content("a").repeat(5), finish("stop"), total(10, 20, 130, ""), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(120);
        assertThat(answer.facts().usage().source()).isEqualTo("usage.total_tokens - prompt_tokens");
        assertThat(answer.facts().unreadOutput()).containsExactly("usage's total_tokens");
    }

    @Test
    void whereEvenTheCountIsZeroTheTotalTellsWhatAnEmptyAnswerHeld() {
        assertThat(read(answer, finish("length"), total(10, 0, 74, ""), DONE)
                        .failure()
                        .text())
                .isEqualTo("the stream ended without any output; usage counts 64 tokens");
    }

    @Test
    void tokensThatCameAsChunksAreCountedByTheTotalAndNotHidden() {
        read(content("a").repeat(118), finish("stop"), total(10, 20, 130, ""), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(120);
        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                // One token more, of the answer's end.
                "10 | 5 | 16 | ~~",
                "10 | 5 | 15 | ~~",
                "10 | 5 | 14 | ~~",
                // The total counts a cached beginning that the prompt leaves out.
                "10 | 5 | 115 | ~,'prompt_tokens_details':{'cached_tokens':100}~",
                "10 | 5 | 115 | ~,'cache_read_input_tokens':100~",
                // What it kept of the prompt, too, alone or with what it gave.
                "10 | 5 | 115 | ~,'cache_creation_input_tokens':100~",
                "10 | 5 | 145 | ~,'prompt_tokens_details':{'cached_tokens':30},'cache_creation_input_tokens':100~",
                "10 | 5 | 115 | ~,'prompt_tokens_details':{'cached_tokens':0,'cache_write_tokens':100}~",
                // The prompt is not counted.
                "0 | 5 | 105 | ~~",
                // The total is that of the output: the chunks agree with the count.
                "3 | 5 | 5 | ~~"
            })
    void aTotalThatCountsSomethingElseChangesNothing(int prompt, int output, int total, String details) {
        read(content("a").repeat(5), finish("stop"), total(prompt, output, total, details), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(5);
        assertThat(answer.facts().usage().source()).isEmpty();
        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @Test
    void aCountThatHoldsThePromptTooIsTakenFromTheTotal() {
        read(content("a").repeat(20), finish("stop"), total(10, 30, 30, ""), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(20);
        assertThat(answer.facts().tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(answer.facts().usage().source()).isEqualTo("usage.total_tokens - prompt_tokens");
        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @Test
    void onEachChunkTooTheCountIsTakenWithoutThePrompt() {
        for (int tokens = 1; tokens <= 3; tokens++) {
            answer.content(
                    Unpooled.copiedBuffer(
                            data("{'choices':[" + text(0, "a") + "],'usage':{'prompt_tokens':9,'completion_tokens':"
                                    + (9 + tokens) + ",'total_tokens':" + (9 + tokens) + "}}"),
                            StandardCharsets.UTF_8),
                    tokens);
        }

        assertThat(tokens()).containsExactly(1, 1, 1);
        assertThat(answer.facts().outputTokens()).hasValue(3);
    }

    @Test
    void aCountThatMayHoldThePromptIsSaidWhereTheChunksDoNotTell() {
        read(content("a b c").repeat(5), finish("stop"), total(10, 30, 30, ""), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(30);
        assertThat(answer.facts().usage().source())
                .isEqualTo("usage.completion_tokens, which is total_tokens and may hold the prompt");
    }

    @Test
    void oneLargeBlockOfAnotherFieldIsOutput() {
        // 240 bytes are about 60 of 100 tokens.
        String planned = choices("{'delta':{'tool_plan':'" + "so I look ".repeat(24) + "'}}");

        read(planned, content("a").repeat(40), finish("stop"), usage(5, 100), DONE);
        assertThat(answer.facts().unreadOutput()).containsExactly("delta.tool_plan");

        ResponseReader uncounted = answer(1);
        read(uncounted, planned, content("a").repeat(40), finish("stop"), DONE);
        assertThat(uncounted.facts().unreadOutput()).containsExactly("delta.tool_plan");

        ResponseReader withoutRoom = answer(1);
        read(withoutRoom, content("a"), planned, content("a").repeat(99), finish("stop"), usage(5, 100), DONE);
        assertThat(withoutRoom.facts().unreadOutput()).isEmpty();
    }

    /** Before the first chunk that was read: its time is not that of the first token, whether usage counts the block or not. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {'choices':[{'delta':{'tool_plan':'%s'}}]}",
                "data: {'choices':[{'delta':{}}],'draft':'%s'}",
                "data: {'draft':'%s'}",
                "event: draft\ndata: {'text':'%s'}",
                "event: draft\ndata: %s"
            })
    void aLargeBlockBeforeTheOutputIsNamed(String event) {
        String block = String.format(event, "so I look ".repeat(24)).replace('\'', '"') + "\n\n";

        read(block, content("a").repeat(100), finish("stop"), usage(5, 100), DONE);

        assertThat(answer.facts().unreadOutput()).singleElement().asString().containsAnyOf("tool_plan", "draft");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {'message':'An unexpected event occurred'}",
                "event: close\ndata: bye",
                "event: halt\ndata: {'note':'h'}"
            })
    void aMessageThatIsNotKnownMayHaveEndedAnAnswerWithoutFinishReason(String event) {
        String unknown = event.replace('\'', '"') + "\n\n";

        assertThat(read(content("a"), unknown, DONE)).isEqualTo(Outcome.STREAM_CUT);
        assertThat(read(answer(1), content("a"), unknown, usage(5, 1), DONE)
                        .failure()
                        .text())
                .startsWith(
                        "the answer ended without a finish_reason of each choice, after a message that is not known: ");
        assertThat(read(answer(1), content("a"), unknown, content("a"), DONE).outcome())
                .isEqualTo(Outcome.OK);
        assertThat(read(answer(1), unknown, content("a"), DONE).outcome()).isEqualTo(Outcome.OK);
        assertThat(read(answer(1), OPEN, finish("stop"), unknown, DONE).outcome())
                .isEqualTo(Outcome.OK);
    }

    /** Its chunks announce a finish reason by null, and none comes. */
    @Test
    void aUsageOfZerosIsNoEndOfAnAnswer() {
        assertThat(read(OPEN, usage(0, 0), DONE)).isEqualTo(Outcome.STREAM_CUT);
        assertThat(read(answer(1), OPEN, usage(5, 1), DONE).outcome()).isEqualTo(Outcome.OK);
    }

    @ParameterizedTest
    @ValueSource(strings = {"{'state':'FAILED'}", "{'status':'503'}", "{'ret':1001,'msg':'m'}"})
    void errorsAreKnownByTheirKinds(String error) {
        assertThat(read(OPEN, finish("stop"), data(error), DONE)).isEqualTo(Outcome.STREAM_ERROR);
    }

    @Test
    void eventsAreReadWhateverTheContentTypeSays() {
        CompletionRequest request = new CompletionRequest(
                "run-lane-1", ApiKind.CHAT, new byte[0], new CompletionRequest.Expected(true, 64, 1));
        ResponseReader json = new ResponseReader(request, chunks::add, ParserContext.create(true, AnswerNames.NONE));
        DefaultHttpResponse head = new DefaultHttpResponse(HttpVersion.HTTP_1_1, HttpResponseStatus.OK);
        head.headers().set(HttpHeaderNames.CONTENT_TYPE, "application/json");
        json.head(head);

        assertThat(read(json, content("a"), content("b"), finish("stop"), DONE).outcome())
                .isEqualTo(Outcome.OK);
        assertThat(kinds()).containsExactly(ChunkKind.CONTENT, ChunkKind.CONTENT, ChunkKind.FINISH);
    }

    @Test
    void chunksThatArePiecesOfTokensAreNotBeyondTheLimit() {
        // 64 tokens were asked for: 256 chunks of a character each.
        read(content("a").repeat(256));
        assertThat(answer.isOverCap()).isFalse();
        assertThat(answer.facts().outputCharacters()).hasValue(256);

        ResponseReader whole = answer(1);
        read(whole, content("tide").repeat(81));
        assertThat(whole.isOverCap()).isTrue();

        ResponseReader endless = answer(1);
        read(endless, content("a").repeat(641));
        assertThat(endless.isOverCap()).isTrue();
    }

    @Test
    void whatIsNotJsonIsShownWithoutItsQuotes() {
        assertThat(read(answer, OPEN, "data: upstream said \"secret\"\n\n")
                        .failure()
                        .text())
                .isEqualTo("a message of the stream is not JSON (22 bytes): upstream said \"***\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "'region':'eu-west-1 by way of pool b'", // 26 bytes: 6 tokens
                "'digest':'0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef'",
                "'thought_signature':'so I look so I look so I look so I look so I look'"
            })
    void aNoteBesideTheOutputIsNone(String field) {
        read(choices("{'delta':{" + field + "}}"), content("a b c").repeat(8), finish("stop"), usage(5, 32), DONE);

        assertThat(answer.facts().unreadOutput()).isEmpty();
    }

    @Test
    void outputAfterAFinishReasonCountsAndIsSaid() {
        assertThat(read(OPEN, finish("stop"), OPEN, OPEN, usage(5, 3), DONE)).isEqualTo(Outcome.OK);
        assertThat(answer.facts().outputTokens()).hasValue(3);
        assertThat(answer.facts().text()).hasValue("aaa");
        assertThat(answer.facts().resumedAfterFinish()).isTrue();

        // One on each chunk, the last among them.
        String each = choices("{'index':0,'delta':{'content':'a'},'finish_reason':'stop'}");
        ResponseReader closed = answer(1);
        assertThat(read(closed, each, each, OPEN, finish("stop"), DONE).outcome())
                .isEqualTo(Outcome.OK);
        assertThat(closed.facts().resumedAfterFinish()).isFalse();
    }

    @Test
    void aFinishReasonBeforeFurtherOutputIsNoEndOfAMessageWithoutDone() {
        ResponseReader framed = answer(1, FRAMED, AnswerNames.NONE);
        assertThat(read(framed, OPEN, finish("stop"), OPEN).outcome()).isEqualTo(Outcome.STREAM_CUT);

        ResponseReader counted = answer(1, FRAMED, AnswerNames.NONE);
        assertThat(read(counted, OPEN, finish("stop"), OPEN, usage(5, 2)).outcome())
                .isEqualTo(Outcome.OK);
        assertThat(counted.facts().resumedAfterFinish()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "7  | ~~ | {'usage':{'prompt_tokens':5,'completion_tokens':7}}",
                "7  | ~~ | {'usage':{'prompt_tokens':5,'completion_tokens':7.0}}",
                "7  | ~~ | {'usage':{'prompt_tokens':'5','completion_tokens':'7'}}",
                "7  | usage.output_tokens | {'usage':{'input_tokens':5,'output_tokens':7}}",
                "7  | usage.total_tokens - prompt_tokens | {'usage':{'prompt_tokens':5,'total_tokens':12}}",
                "17 | usage.completion_tokens + reasoning_tokens, as total_tokens shows"
                        + " | {'usage':{'prompt_tokens':5,'completion_tokens':7,'total_tokens':22,'completion_tokens_details':{'reasoning_tokens':10}}}",
                "17 | ~~ | {'usage':{'prompt_tokens':5,'completion_tokens':17,'total_tokens':22,'completion_tokens_details':{'reasoning_tokens':10}}}",
                "7  | x_groq.usage.completion_tokens | {'choices':[],'x_groq':{'usage':{'prompt_tokens':5,'completion_tokens':7}}}",
                "7  | choices[].usage.completion_tokens | {'choices':[{'index':0,'delta':{},'finish_reason':'stop','usage':{'prompt_tokens':5,'completion_tokens':7}}]}",
                "7  | timings.predicted_n | {'choices':[{'index':0,'delta':{},'finish_reason':'stop'}],'timings':{'predicted_n':7}}",
                "7  | timings.predicted_n | {'choices':[],'usage':{'prompt_tokens':5},'timings':{'predicted_n':7}}",
                "7  | ~~ | {'choices':[],'usage':{'prompt_tokens':5,'completion_tokens':7},'timings':{'predicted_n':9}}",
                "7  | ~~ | {'usage':{'completion_tokens':7}}",
                "7  | usage.generated_tokens | {'usage':{'generated_tokens':7}}",
                "7  | ~~ | {'usage':{'prompt_tokens':5,'completion_tokens':7,'total_tokens':0}}",
                "7  | ~~ | {'usage':{'prompt_tokens':5,'completion_tokens':7,'completion_tokens_details':null}}",
                "7  | ~~ | {'usage':{'prompt_tokens':5,'completion_tokens':7,'completion_tokens_details':{'reasoning_tokens':'3'}}}",
                "7  | usage.total_tokens - prompt_tokens | {'usage':{'prompt_tokens':5,'completion_tokens':null,'total_tokens':12}}",
                "7  | usage.total_tokens - prompt_tokens | {'usage':{'prompt_tokens':5,'completion_tokens':-1,'total_tokens':12}}",
                "17 | usage.output_tokens + reasoning_tokens, as total_tokens shows"
                        + " | {'usage':{'input_tokens':5,'output_tokens':7,'total_tokens':22,'output_tokens_details':{'reasoning_tokens':10}}}",
                "17 | usage.completion_tokens + reasoning_tokens, as total_tokens shows"
                        + " | {'usage':{'prompt_tokens':5,'completion_tokens':7,'total_tokens':22,'reasoning_tokens':10}}",
                "7  | choices[].usage.completion_tokens | {'usage':null,'choices':[{'index':0,'delta':{},'finish_reason':'stop','usage':{'completion_tokens':7}}]}",
                "7  | x_groq.usage.completion_tokens | {'usage':null,'choices':[],'x_groq':{'id':'r','usage':{'completion_tokens':7,'total_time':0.1}}}",
                "7  | eval_count | {'choices':[],'prompt_eval_count':5,'eval_count':7,'done':true}",
                "7  | usage.completionTokens | {'usage':{'promptTokens':5,'completionTokens':7}}",
                "7  | usage.completion_token_count | {'usage':{'prompt_token_count':5,'completion_token_count':7}}"
            })
    void tokensAreCountedByTheFirstPlaceThatDoes(int tokens, String source, String json) {
        read(content("a"), data(json), DONE);

        assertThat(answer.facts().outputTokens()).hasValue(tokens);
        assertThat(answer.facts().tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(answer.facts().usage().source()).isEqualTo(source);
    }
}
