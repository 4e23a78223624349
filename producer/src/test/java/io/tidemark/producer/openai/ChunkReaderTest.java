package io.tidemark.producer.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.Unpooled;
import io.tidemark.events.ChunkKind;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.openai.sse.ScratchBuffer;
import io.tidemark.producer.openai.sse.SseMessage;
import io.tidemark.producer.openai.sse.SseParser;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The reader without a tree says what the reader of trees says, of every message, usual or not. */
class ChunkReaderTest {
    private static final List<String> STREAMS = List.of(
            "llamacpp-chat-stream-nousage.http",
            "llamacpp-chat-stream-usage.http",
            "llamacpp-cmpl-stream-prompt-too-long.http",
            "llamacpp-cmpl-stream-temp0.http",
            "llamacpp-ctx-full-tail.http");

    /** As other servers write, and as none should. */
    private static final List<String> MADE = List.of(
            "{\"id\":\"a\",\"object\":\"chat.completion.chunk\",\"created\":1,\"model\":\"m\",\"choices\":[{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,\"finish_reason\":null}],\"usage\":null}",
            "{\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\\u00e9\\n\"},\"logprobs\":{\"content\":[{\"token\":\"a\",\"logprob\":-1.5e-3,\"top_logprobs\":[]}]}}],\"usage\":{\"prompt_tokens\":3,\"total_tokens\":4,\"completion_tokens\":1}}",
            "{\"choices\":[{\"index\":1,\"delta\":{\"reasoning_content\":\"r\",\"reasoning\":\"s\",\"content\":null,\"refusal\":\"no\"}}]}",
            "{\"choices\":[{\"index\":0,\"text\":\"龍\",\"finish_reason\":\"length\"}]}",
            "{\"choices\":[{\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\"{\"}}]}}]}",
            "{\"choices\":[{\"delta\":{\"musing\":\"r\"},\"finish_reason\":\"\",\"seed\":7}]}",
            "{\"choices\":[{\"delta\":{\"tool_calls\":[],\"function_call\":{}}}]}",
            "{\"choices\":[{\"index\":0,\"text\":\"a\",\"finish_reason\":\"length\"},{\"index\":1,\"text\":\"b\"}],\"usage\":{\"completion_tokens\":2}}",
            "{\"choices\":[{\"index\":0,\"delta\":{\"content\":[{\"type\":\"thinking\",\"thinking\":[{\"type\":\"text\",\"text\":\"a\"}]}]}}]}",
            "{\"choices\":[{\"index\":0,\"reasoning\":\"r\",\"text\":\"a\",\"stop_reason\":\"error\"}]}",
            "{\"choices\":[{\"index\":0,\"reasoning_content\":\"r\",\"delta\":{\"reasoning\":\"s\u9f8d\ud83d\ude42\"},\"stop_reason\":null}]}",
            "{\"choices\":[{\"delta\":{\"reasoning\":\"tide\",\"reasoning_content\":\"tide\"},\"finish_reason\":null}]}",
            "{\"choices\":[{\"delta\":{\"reasoning\":\"tide\",\"thinking\":\"tide\",\"reasoning_content\":\"t\\u0069de\"}}]}",
            "{\"choices\":[{\"delta\":{\"content\":\"a\"},\"native_finish_reason\":null}]}",
            "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"native_finish_reason\":\"abort\"}]}",
            "{\"choices\":[{\"delta\":{\"idea\":\"a\",\"content\":null}}]}",
            "{\"choices\":[{\"delta\":{\"content\":\"a\"},\"error\":null}]}",
            "{\"choices\":[{\"delta\":{\"content\":\"\"},\"error\":{\"code\":502,\"message\":\"m\"}}]}",
            "{\"choices\":[{\"delta\":{},\"finish_reason\":\"stop\",\"usage\":{\"completion_tokens\":3}}]}",
            "{\"choices\":[],\"usage\":{\"input_tokens\":7,\"output_tokens\":\"3\",\"total_tokens\":10}}",
            "{\"choices\":[],\"x_groq\":{\"usage\":{\"completion_tokens\":3}}}",
            "{\"detail\":\"m\"}",
            "{\"message\":\"m\",\"code\":500}",
            "{\"response\":\"a\"}",
            "{\"choices\":[{\"delta\":{\"tool_calls\":{\"a\":1},\"role\":7}}]}",
            "{\"choices\":[{\"delta\":[\"content\"],\"finish_reason\":3}]}",
            "{\"choices\":[null]}",
            "{\"choices\":[[]]}",
            "{\"choices\":{\"0\":{}}}",
            "{\"choices\":[{\"index\":1.5,\"text\":\"a\"}]}",
            "{\"choices\":[{\"index\":\"3\",\"text\":\"a\"}]}",
            "{\"choices\":[{\"index\":99999999999,\"text\":\"a\"}]}",
            "{\"choices\":[{\"text\":\"a\",\"text\":\"\"}],\"choices\":[]}",
            "{\"choices\":[],\"usage\":{\"prompt_tokens\":4294967297,\"completion_tokens\":-1}}",
            "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"prompt_tokens_details\":{\"cached_tokens\":5},\"completion_tokens_details\":null}}",
            "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":10,\"total_tokens\":130}}",
            "{\"choices\":[],\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,\"total_tokens\":\"130\"}}",
            "{\"choices\":[],\"usage\":[1]}",
            "{\"error\":null,\"choices\":[{\"text\":\"a\"}]}",
            "{\"error\":{\"message\":\"m\",\"type\":\"t\"}}",
            "{\"error\":\"m\"}",
            "{\"object\":\"error\",\"message\":\"m\",\"type\":\"t\",\"code\":500}",
            "{\"object\":{\"a\":[1,{\"b\":[]}]},\"choices\":[{\"text\":\"a\"}]} trailing",
            "  {\"choices\":[{\"text\":\"a\"}]}  ",
            "{}",
            "[]",
            "7",
            "",
            "[DONE]",
            "{\"choices\":[{\"text\":\"secr");

    private static final DeltaClassifier CLASSIFIER = new DeltaClassifier(Set.of("musing"));

    private final ChunkReader telling = new ChunkReader(true, CLASSIFIER);
    private final ChunkReader counting = new ChunkReader(false, CLASSIFIER);

    private static SseMessage message(byte[] data) {
        return new SseMessage("", new SseMessage.Slice(data, 0, data.length), 1, data.length);
    }

    private static List<byte[]> messages() {
        List<byte[]> messages = new ArrayList<>();
        SseParser parser = new SseParser(message -> messages.add(message.data()), new ScratchBuffer());
        for (String stream : STREAMS) {
            parser.feed(Unpooled.wrappedBuffer(TestResources.bytes("sse/" + stream)), 1);
        }
        MADE.forEach(made -> messages.add(made.getBytes(StandardCharsets.UTF_8)));
        return messages;
    }

    private void saysTheSame(byte[] data) {
        saysTheSame(data, new RecentChunk(), new RecentChunk());
    }

    private void saysTheSame(byte[] data, RecentChunk repeated, RecentChunk silent) {
        StreamMessage expected = new StreamMessage.Reader(CLASSIFIER).read(message(data));

        assertThat(telling.read(message(data), repeated).orElse(expected))
                .as(() -> new String(data, StandardCharsets.UTF_8))
                .isEqualTo(expected);
        counting.read(message(data), silent)
                .ifPresent(read -> assertThat(read).isEqualTo(withoutText((StreamMessage.Delta) expected)));
    }

    private static StreamMessage.Delta withoutText(StreamMessage.Delta delta) {
        return new StreamMessage.Delta(
                delta.kind(),
                delta.choice(),
                "",
                delta.characters(),
                delta.bytes(),
                delta.goesOn(),
                delta.finishReason(),
                delta.usage(),
                delta.unread());
    }

    @Test
    void saysOfEveryMessageWhatTheReaderOfTreesSays() {
        messages().forEach(this::saysTheSame);
    }

    @Test
    void readsTheUsualMessagesItself() {
        List<String> usual = MADE.subList(0, 6);

        assertThat(usual)
                .allMatch(made -> counting.read(message(made.getBytes(StandardCharsets.UTF_8)), new RecentChunk())
                        .isPresent());
    }

    @Test
    void leavesErrorsAndWhatIsNotAChunkToTheReaderOfTrees() {
        byte[] chunk = "{\"choices\":[{\"text\":\"a\"}]}".getBytes(StandardCharsets.UTF_8);
        SseMessage.Slice slice = new SseMessage.Slice(chunk, 0, chunk.length);

        assertThat(telling.read(new SseMessage("error", slice, 1, 1), new RecentChunk()))
                .isEmpty();
        assertThat(telling.read(new SseMessage("raw", slice, 1, 1), new RecentChunk()))
                .isEmpty();
        assertThat(telling.read(message("[DONE]".getBytes(StandardCharsets.UTF_8)), new RecentChunk()))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void saysTheSameOfDamagedMessages(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> whole = messages();
        for (int i = 0; i < 20_000; i++) {
            saysTheSame(damaged(whole.get(random.nextInt(whole.size())), random));
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {4, 5, 6})
    void saysTheSameOfDamagedMessagesAfterTheWholeOneOfTheSameStream(long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<byte[]> whole = messages();
        for (int i = 0; i < 5_000; i++) {
            byte[] first = whole.get(random.nextInt(whole.size()));
            RecentChunk repeated = new RecentChunk();
            RecentChunk silent = new RecentChunk();
            saysTheSame(first, repeated, silent);
            saysTheSame(first, repeated, silent);
            saysTheSame(damaged(first, random), repeated, silent);
            saysTheSame(damaged(first, random), repeated, silent);
        }
    }

    @Test
    void recognisesAChunkThatDiffersInItsTextAlone() {
        String chunk = "{\"id\":\"a\",\"choices\":[{\"index\":2,\"delta\":{\"content\":\"%s\"},\"finish_reason\":%s}]}";
        RecentChunk repeated = new RecentChunk();
        SseMessage first = message(String.format(chunk, "tide", "null").getBytes(StandardCharsets.UTF_8));
        assertThat(telling.read(first, repeated)).isPresent();

        assertThat(again(repeated, String.format(chunk, " mark", "null")))
                .isEqualTo(new StreamMessage.Delta(
                        ChunkKind.CONTENT, 2, " mark", 5, 5, true, Optional.empty(), Optional.empty(), Map.of()));
        assertThat(again(repeated, String.format(chunk, "", "null"))).isNull();
        assertThat(again(repeated, String.format(chunk, "a\\n", "null"))).isNull();
        assertThat(again(repeated, String.format(chunk, "a\",\"content\":\"b", "null")))
                .isNull();
        assertThat(again(repeated, String.format(chunk, "\u00e9", "null"))).isNull();
        assertThat(again(repeated, String.format(chunk, "a", "\"stop\""))).isNull();
    }

    private static StreamMessage.@Nullable Delta again(RecentChunk repeated, String chunk) {
        return repeated.read(message(chunk.getBytes(StandardCharsets.UTF_8)).slice(), true);
    }

    /** Cut short, with bytes changed, with a piece of itself twice. */
    private static byte[] damaged(byte[] data, SplittableRandom random) {
        byte[] copy = data.clone();
        if (copy.length == 0) {
            return copy;
        }
        int at = random.nextInt(copy.length);
        switch (random.nextInt(4)) {
            case 0 -> {
                return java.util.Arrays.copyOf(copy, at);
            }
            case 1 -> copy[at] = (byte) random.nextInt(256);
            case 2 -> copy[at] = (byte) "{}[]\",:\\0n".charAt(random.nextInt(10));
            default -> {
                int length = random.nextInt(copy.length - at);
                int to = random.nextInt(copy.length - length);
                System.arraycopy(data, at, copy, to, length);
            }
        }
        return copy;
    }
}
