package io.tidemark.producer.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ChunkKind;
import io.tidemark.producer.openai.StreamMessage.Delta;
import io.tidemark.producer.openai.StreamMessage.Done;
import io.tidemark.producer.openai.StreamMessage.Failed;
import io.tidemark.producer.openai.StreamMessage.Ignored;
import io.tidemark.producer.openai.StreamMessage.Unknown;
import io.tidemark.producer.openai.StreamMessage.Unreadable;
import io.tidemark.producer.openai.sse.SseMessage;
import io.tidemark.producer.plan.RequestPlan.AnswerNames;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class StreamMessageTest {
    private static StreamMessage read(String event, String json) {
        byte[] data = json.getBytes(StandardCharsets.UTF_8);
        SseMessage message = new SseMessage(event, new SseMessage.Slice(data, 0, data.length), 1, json.length());
        return ParserContext.create(true, AnswerNames.NONE).interpret(message);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "ROLE      | {'choices':[{'index':0,'delta':{'role':'assistant','content':''}}]}",
                "ROLE      | {'choices':[{'index':0,'delta':{'role':'assistant','content':null}}]}",
                "CONTENT   | {'choices':[{'index':0,'delta':{'role':'assistant','content':'a'}}]}",
                "CONTENT   | {'choices':[{'index':0,'delta':{'content':' '}}]}",
                "CONTENT   | {'choices':[{'index':0,'text':'a','finish_reason':'length'}]}",
                "REASONING | {'choices':[{'index':0,'delta':{'reasoning_content':'a'}}]}",
                "REASONING | {'choices':[{'index':0,'delta':{'reasoning':'a','content':null}}]}",
                "TOOL      | {'choices':[{'index':0,'delta':{'tool_calls':[{'index':0,'function':{'arguments':'x'}}]}}]}",
                "TOOL      | {'choices':[{'index':0,'delta':{'function_call':{'name':'get'}}}]}",
                "UNKNOWN   | {'choices':[{'index':0,'delta':{'tool_calls':[{'index':0}]}}]}",
                "ROLE      | {'choices':[{'delta':{'role':'assistant','function_call':{'name':'','arguments':''}}}]}",
                "ROLE      | {'choices':[{'delta':{'role':'assistant','function_call':{},'tool_calls':[]}}]}",
                "ROLE      | {'choices':[{'delta':{'role':'assistant','tool_calls':[null]}}]}",
                "ROLE      | {'choices':[{'delta':{'role':'a','tool_calls':[{'id':null,'type':'function','function':{'name':null}}]}}]}",
                "ROLE      | {'choices':[{'delta':{'role':'assistant','reasoning_status':'started'}}]}",
                "ROLE      | {'choices':[{'delta':{'role':'assistant','thinking_mode':'enabled'}}]}",
                "REASONING | {'choices':[{'delta':{'content':'','provider_specific_fields':{'reasoning_content':'hm'}}}]}",
                "FINISH    | {'choices':[{'index':0,'delta':{},'finish_reason':'stop'}]}",
                "FINISH    | {'choices':[{'index':0,'text':'','finish_reason':'stop'}],'usage':{'completion_tokens':4}}",
                "USAGE     | {'choices':[],'usage':{'completion_tokens':4}}",
                "USAGE     | {'choices':null,'usage':{'completion_tokens':4}}",
                "USAGE     | {'usage':{'completion_tokens':4}}",
                "UNKNOWN   | {'choices':[{'index':0,'delta':{'content':''}}]}",
                "UNKNOWN   | {'choices':[{'index':0,'delta':{'content':'\u200b'}}]}",
                "CONTENT   | {'choices':[{'index':0,'delta':{'content':'\u200b\ud83d\ude42'}}]}"
            })
    void tellsWhatAChunkCarries(ChunkKind kind, String json) {
        StreamMessage message = read("", json.replace('\'', '"'));

        assertThat(message)
                .isInstanceOfSatisfying(
                        Delta.class, delta -> assertThat(delta.kind()).isEqualTo(kind));
    }

    @Test
    void readsUsageWithOrWithoutChoices() {
        String usage = "\"usage\":{\"prompt_tokens\":7,\"completion_tokens\":3,"
                + "\"total_tokens\":10,\"prompt_tokens_details\":{\"cached_tokens\":5},\"completion_tokens_details\":{\"reasoning_tokens\":2}}";

        Delta alone = (Delta) read("", "{\"choices\":[]," + usage + "}");
        Delta beside = (Delta) read("", "{\"choices\":[{\"text\":\"a\"}]," + usage + "}");

        assertThat(alone.usage())
                .isEqualTo(beside.usage())
                .hasValue(new TokenUsage(
                        OptionalInt.of(7),
                        OptionalInt.of(5),
                        OptionalInt.of(2),
                        OptionalInt.of(3),
                        OptionalInt.of(10),
                        ""));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "9  | {'choices':[{'index':0,'delta':{'musing':'tide mark'}}]}",
                "12 | {'choices':[{'index':0,'delta':{'musing':[{'t':'\u6f6e\u6c50'},{'t':'\u6f6e\u6c50'}]}}]}",
                "0  | {'choices':[{'index':0,'delta':{'musing':'aaaaaaaaaaaaaaaabbbbbbbbbbbbbbbb'}}]}",
                "0  | {'choices':[{'index':0,'delta':{'thought_signature':'tide mark'}}]}"
            })
    void whatIsNotReadIsNamedWithTheBytesOfItsSentences(int bytes, String json) {
        assertThat(read("", json.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        Delta.class,
                        delta -> assertThat(delta.unread().values()).containsExactly(bytes));
    }

    @ParameterizedTest
    @ValueSource(strings = {"[DONE]", " [DONE] ", "[done]", "\"[DONE]\""})
    void doneIsDone(String data) {
        assertThat(read("", data)).isInstanceOf(Done.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~      | {'done':true}",
                "~~      | {'status':'completed'}",
                "~~      | {'type':'message_stop'}",
                "~~      | {'id':'a','object':'chat.completion.chunk','choices':[]}",
                "~~      | {'choices':[],'prompt_filter_results':[{'prompt_index':0}]}",
                "end     | {'tokens':3}",
                "done    | bye",
                "metrics | {'ttft':3}"
            })
    void whatIsNoPartOfTheAnswerIsIgnored(String event, String data) {
        assertThat(read(event, data.replace('\'', '"'))).isInstanceOf(Ignored.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "~~    | {'message':'An unexpected event occurred'} | fields message; An unexpected event occurred",
                "~~    | {'type':'moderation'}     | fields type",
                "~~    | {'done':false,'note':'h'} | fields done, note",
                "close | {'reason':'bye'}          | event close: fields reason; bye",
                "close | bye                       | event close: bye"
            })
    void whatIsNeitherIsDescribed(String event, String data, String description) {
        assertThat(read(event, data.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        Unknown.class,
                        unknown -> assertThat(unknown.description()).isEqualTo(description));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "''    | {'error':{'message':'EngineCore died','type':'InternalServerError','param':null,'code':500}}",
                "''    | {'object':'error','message':'EngineCore died','type':'InternalServerError','code':500}",
                "error | {'message':'EngineCore died','type':'InternalServerError','code':500}"
            })
    void errorsInsideAStreamAreErrors(String event, String json) {
        StreamMessage message = read(event.replace("''", ""), json.replace('\'', '"'));

        assertThat(message).isEqualTo(new Failed(new RequestFailure("InternalServerError", "500", "EngineCore died")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "t | c   | {'error':{'message':'m','type':'t','code':'c'}}",
                "t | ~~  | {'error':{'message':'m','type':'t','param':null,'code':null}}",
                "~~| 429 | {'error':{'message':'m','code':429}}",
                "~~| ~~  | {'error':'m'}",
                "t | ~~  | {'error':'m','error_type':'t'}",
                "t | 400 | {'error':{'message':'m','type':'t','code':400},'choices':[{'delta':{'content':'a'}}]}"
            })
    void errorsComeInManyShapes(String type, String code, String json) {
        assertThat(read("", json.replace('\'', '"'))).isEqualTo(new Failed(new RequestFailure(type, code, "m")));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{'choices':[{'delta':{'content':'a'}}],'usage':null}",
                "{'choices':[{'delta':{'content':'a'}}]}",
                "{'choices':[{'delta':{'content':'a'}}],'usage':null,'error':null}"
            })
    void usageThatIsNullIsNoUsage(String json) {
        assertThat(read("", json.replace('\'', '"')))
                .isInstanceOfSatisfying(
                        Delta.class, delta -> assertThat(delta.usage()).isEmpty());
    }

    @Test
    void whatIsNotJsonIsUnreadableAndNotRepeated() {
        assertThat(read("", "{\"choices\":[{\"text\":\"secr"))
                .isInstanceOfSatisfying(
                        Unreadable.class,
                        unreadable -> assertThat(unreadable.why()).doesNotContain("secr"));
    }
}
