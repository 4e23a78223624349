package io.tidemark.producer.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.tidemark.events.ApiKind;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.producer.conversation.PromptFacts;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.plan.workload.TokenizerPlan;
import io.tidemark.producer.plan.workload.WorkloadOptions;
import io.tidemark.producer.plan.workload.WorkloadOptions.PrefixCacheReset;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.tally.PrefixCacheShare;
import io.tidemark.producer.tally.PrefixCacheTokens;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class PrefixCacheCheckTest {
    private static WorkloadOptions options(PrefixCacheReset reset, boolean reuse) {
        return new WorkloadOptions(reuse, reset, 0.1, TokenizerPlan.AUTO, List.of());
    }

    /** A server that refuses resets and shows its counters. */
    private static TargetControl server(TargetControl.PrefixCounts... shown) {
        Deque<TargetControl.PrefixCounts> counts = new ArrayDeque<>(List.of(shown));
        return new TargetControl() {
            @Override
            public Reset resetPrefixCache() {
                return new Reset(false, "/reset_prefix_cache: HTTP 404");
            }

            @Override
            public Optional<TargetCounters> counters() {
                return Optional.of(new TargetCounters(OptionalLong.empty(), Optional.ofNullable(counts.poll())));
            }
        };
    }

    /** 1,000 tokens asked and answered without usage, of which the step itself repeats so many. */
    private static PrefixCacheTokens asked(int repeated) {
        PrefixCacheTokens tokens = new PrefixCacheTokens();
        tokens.ended(prompt(repeated), ended(Outcome.OK).build());
        return tokens;
    }

    private static PromptFacts prompt(int repeated) {
        return PromptFacts.of(
                new PlannedPrompt(List.of(ChatMessage.user("a")), OptionalInt.of(1000), repeated, 1, false, "all"),
                false);
    }

    private static RequestEvent.Builder ended(Outcome outcome) {
        TrustedEventClasses.trust();
        return RequestEvent.newBuilder()
                .setOutcome(outcome)
                .setRun("r")
                .setStep(0)
                .setLane("l")
                .setLaneSeq(0)
                .setRequest("l-0")
                .setTarget("t")
                .setApiKind(ApiKind.CHAT)
                .setModel("m")
                .setDue(Instant.EPOCH);
    }

    @Test
    void aWarmerCacheThanPlannedIsFlagged() throws InterruptedException {
        PrefixCacheTokens tokens = new PrefixCacheTokens();
        tokens.ended(
                prompt(0),
                ended(Outcome.OK).setPromptTokens(1000).setCachedTokens(800).build());
        PrefixCacheCheck watch = new PrefixCacheCheck(options(PrefixCacheReset.AUTO, false), server());

        PrefixCacheShare share = watch.afterStep(watch.beforeStep(), tokens);

        assertThat(share.planned()).hasValue(0);
        assertThat(share.measured()).hasValue(0.8);
        assertThat(share.source()).isEqualTo("usage");
        assertThat(share.reset()).isEqualTo("/reset_prefix_cache: HTTP 404");
        assertThat(share.flags())
                .containsExactly("the prefix cache served 80 % of the prompt tokens where the workload repeats 0 %: the"
                        + " figures describe a warmer cache than planned");
    }

    /** 1,400 of 1,300 tokens would be 108 %. */
    @Test
    void moreCachedThanPromptTokensAreAContradictionAndNoShare() throws InterruptedException {
        PrefixCacheTokens tokens = new PrefixCacheTokens();
        tokens.ended(
                prompt(0),
                ended(Outcome.OK).setPromptTokens(300).setCachedTokens(700).build());
        tokens.ended(
                prompt(0),
                ended(Outcome.OK).setPromptTokens(1000).setCachedTokens(700).build());
        String contradiction = "answers whose usage counts more cached tokens than prompt tokens: 1 of 2; the usage is"
                + " wrong: it does not say what the prefix cache served";

        PrefixCacheCheck alone = new PrefixCacheCheck(options(PrefixCacheReset.NEVER, false), server());
        PrefixCacheShare unknown = alone.afterStep(alone.beforeStep(), tokens);
        assertThat(unknown.measured()).isEmpty();
        assertThat(unknown.source()).isEmpty();
        assertThat(unknown.flags()).containsExactly(contradiction);

        PrefixCacheCheck counted = new PrefixCacheCheck(
                options(PrefixCacheReset.NEVER, false),
                server(new TargetControl.PrefixCounts(5000, 100), new TargetControl.PrefixCounts(7000, 200)));
        PrefixCacheShare byMetrics = counted.afterStep(counted.beforeStep(), tokens);
        assertThat(byMetrics.measured().orElseThrow()).isCloseTo(0.05, within(1e-9));
        assertThat(byMetrics.flags()).containsExactly(contradiction);
    }

    @Test
    void aRefusedRequestIsOnNeitherSide() throws InterruptedException {
        PrefixCacheTokens tokens = new PrefixCacheTokens();
        RequestEvent answer =
                ended(Outcome.OK).setPromptTokens(1000).setCachedTokens(900).build();
        tokens.ended(prompt(900), answer);
        tokens.ended(prompt(0), ended(Outcome.HTTP_ERROR).build());
        tokens.ended(prompt(0), ended(Outcome.DROPPED).build());
        PrefixCacheCheck watch = new PrefixCacheCheck(options(PrefixCacheReset.NEVER, false), server());

        PrefixCacheShare share = watch.afterStep(watch.beforeStep(), tokens);

        assertThat(share.planned()).hasValue(0.9);
        assertThat(share.flags()).isEmpty();
    }

    @Test
    void aColdCacheAfterRefusalsSaysHowManyThereWere() throws InterruptedException {
        PrefixCacheTokens tokens = new PrefixCacheTokens();
        RequestEvent answer =
                ended(Outcome.OK).setPromptTokens(1000).setCachedTokens(0).build();
        tokens.ended(prompt(900), answer);
        tokens.ended(prompt(0), ended(Outcome.HTTP_ERROR).build());
        PrefixCacheCheck watch = new PrefixCacheCheck(options(PrefixCacheReset.NEVER, false), server());

        assertThat(watch.afterStep(watch.beforeStep(), tokens).flags())
                .containsExactly("the prefix cache served 0 % of the prompt tokens where the workload repeats 90 %: the"
                        + " figures describe a colder cache than planned (1 of 2 measured requests were not ok and may not"
                        + " have filled it)");
    }

    @Test
    void withoutUsageTheServersCountersSay() throws InterruptedException {
        PrefixCacheCheck watch = new PrefixCacheCheck(
                options(PrefixCacheReset.NEVER, false),
                server(new TargetControl.PrefixCounts(5000, 100), new TargetControl.PrefixCounts(7000, 1600)));

        PrefixCacheShare share = watch.afterStep(watch.beforeStep(), asked(700));

        assertThat(share.measured().orElseThrow()).isCloseTo(0.75, within(1e-9));
        assertThat(share.source()).isEqualTo("metrics");
        assertThat(share.reset()).isEmpty();
        assertThat(share.flags()).isEmpty();
    }

    @Test
    void aServerThatSaysNothingIsNotFlagged() throws InterruptedException {
        PrefixCacheCheck watch = new PrefixCacheCheck(options(PrefixCacheReset.AUTO, true), TargetControl.none());

        PrefixCacheShare share = watch.afterStep(watch.beforeStep(), asked(700));

        assertThat(share.measured()).isEmpty();
        assertThat(share.flags()).isEmpty();
        assertThat(share.reset()).isEmpty();
    }

    @Test
    void aRequiredResetThatIsRefusedEndsTheRun() {
        PrefixCacheCheck watch = new PrefixCacheCheck(options(PrefixCacheReset.REQUIRE, false), server());

        assertThatThrownBy(watch::beforeStep)
                .hasMessage("workload.reset_prefix_cache is require, but the target did not reset its prefix cache:"
                        + " /reset_prefix_cache: HTTP 404");
    }

    @Test
    void byDefaultOnlyACacheThatNobodyElseUsesIsEmptied() throws Exception {
        AtomicInteger asked = new AtomicInteger();

        String foreign = new PrefixCacheCheck(WorkloadOptions.DEFAULT, counting(asked, false))
                .beforeStep()
                .reset();
        assertThat(foreign).isEmpty();
        assertThat(asked).hasValue(0);

        assertThat(new PrefixCacheCheck(WorkloadOptions.DEFAULT, counting(asked, true))
                        .beforeStep()
                        .reset())
                .isEqualTo("done");
        assertThat(asked).hasValue(1);
    }

    private static TargetControl counting(AtomicInteger asked, boolean own) {
        return new TargetControl() {
            @Override
            public Reset resetPrefixCache() {
                asked.incrementAndGet();
                return Reset.DONE;
            }

            @Override
            public Optional<TargetCounters> counters() {
                return Optional.empty();
            }

            @Override
            public boolean isDedicated() {
                return own;
            }
        };
    }
}
