package io.tidemark.app.run;

import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.PlanHeaders;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.workload.TokenizerPlan;
import io.tidemark.producer.tokens.ServerTokenizer;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.tokens.TokenizerResolver;
import java.util.Map;
import java.util.Optional;

/** Finds out how long texts are in tokens, as a plan wants it. */
public final class Tokenizers {
    private final Map<String, String> environment;

    /** @param environment where API keys may be */
    public Tokenizers(Map<String, String> environment) {
        this.environment = Map.copyOf(environment);
    }

    /**
     * Asks the target, reads the file, or estimates.
     *
     * @param target the server to ask, if any
     * @throws io.tidemark.producer.tokens.TokenizerException if what the plan demands cannot be had
     */
    public TokenLengths lengths(Plan plan, Optional<TargetPlan> target) throws InterruptedException {
        TokenizerPlan wanted = plan.workloadOptions().tokenizer();
        boolean asks = wanted instanceof TokenizerPlan.Auto || wanted instanceof TokenizerPlan.Server;
        if (!asks || target.isEmpty()) {
            return new TokenizerResolver(Optional.empty()).resolve(wanted);
        }
        Credentials credentials = new SecretResolver(environment).resolve(plan);
        ServerTokenizer server = new ServerTokenizer(
                TargetCheck.http(plan, credentials), target.get(), PlanHeaders.of(plan.request(), credentials));
        return new TokenizerResolver(Optional.of(server)).resolve(wanted);
    }
}
