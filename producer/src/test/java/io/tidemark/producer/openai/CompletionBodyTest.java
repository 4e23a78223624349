package io.tidemark.producer.openai;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ApiKind;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.RequestPlan.AnswerNames;
import io.tidemark.producer.plan.RequestPlan.ExactKey;
import io.tidemark.producer.plan.RequestPlan.LimitKey;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CompletionBodyTest {
    private static final String PROMPT = "\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],";

    private static String body(ApiKind api, RequestPlan plan) {
        CompletionBody.Parameters ask = new CompletionBody.Parameters(List.of(ChatMessage.user("hi")), 64, true);
        return new String(new CompletionBody(api, "m", plan).bytes(ask), StandardCharsets.UTF_8);
    }

    @Test
    void aStreamIsAskedForAsEveryServerUnderstandsIt() {
        assertThat(body(ApiKind.CHAT, RequestPlan.DEFAULT))
                .isEqualTo("{\"model\":\"m\"," + PROMPT
                        + "\"max_tokens\":64,\"ignore_eos\":true,\"min_tokens\":64,"
                        + "\"stream\":true,\"stream_options\":{\"include_usage\":true}}");
        assertThat(body(ApiKind.COMPLETIONS, RequestPlan.DEFAULT)).contains("\"prompt\":\"hi\"");
    }

    @Test
    void whatThePlanSaysIsAskedFor() {
        RequestPlan plan = new RequestPlan(
                true,
                OptionalDouble.of(0.5),
                3,
                LimitKey.BOTH,
                Set.of(ExactKey.MIN_TOKENS),
                true,
                true,
                false,
                List.of(),
                "{\"top_k\":20}",
                AnswerNames.NONE);

        assertThat(body(ApiKind.CHAT, plan))
                .isEqualTo("{\"model\":\"m\"," + PROMPT
                        + "\"max_tokens\":64,\"max_completion_tokens\":64,\"min_tokens\":64,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true,\"continuous_usage_stats\":true},"
                        + "\"temperature\":0.5,\"n\":3,\"top_k\":20}");
    }

    @Test
    void withoutAStreamNoStreamOptionsAreSentForStrictServersRefuseThem() {
        RequestPlan plan = new RequestPlan(
                false,
                OptionalDouble.empty(),
                1,
                LimitKey.MAX_COMPLETION_TOKENS,
                Set.of(),
                true,
                false,
                false,
                List.of(),
                "{}",
                AnswerNames.NONE);

        assertThat(body(ApiKind.CHAT, plan))
                .isEqualTo("{\"model\":\"m\"," + PROMPT + "\"max_completion_tokens\":64,\"stream\":false}");
    }

    @Test
    void aStreamIsAskedForWithoutStreamOptionsWhereThePlanLeavesThemOut() {
        RequestPlan plan = new RequestPlan(
                true,
                OptionalDouble.empty(),
                1,
                LimitKey.MAX_TOKENS,
                Set.of(),
                false,
                false,
                false,
                List.of(),
                "{}",
                AnswerNames.NONE);

        assertThat(body(ApiKind.CHAT, plan))
                .isEqualTo("{\"model\":\"m\"," + PROMPT + "\"max_tokens\":64,\"stream\":true}");
    }
}
