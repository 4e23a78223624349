package io.tidemark.producer.workload;

import io.tidemark.producer.arrivals.TraceReader;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.PromptFormat;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.plan.workload.WorkloadPlan.Conversations;
import io.tidemark.producer.plan.workload.WorkloadPlan.Mixture;
import io.tidemark.producer.plan.workload.WorkloadPlan.Part;
import io.tidemark.producer.plan.workload.WorkloadPlan.Prompts;
import io.tidemark.producer.plan.workload.WorkloadPlan.SharedPrefix;
import io.tidemark.producer.plan.workload.WorkloadPlan.Synthetic;
import io.tidemark.producer.plan.workload.WorkloadPlan.Trace;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.ConversationSource.Starters;
import io.tidemark.producer.workload.files.FilePrompt;
import io.tidemark.producer.workload.files.PromptFile;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.StepNumber;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** Opens the kinds of workloads, and collects what is to be known about their files. */
final class WorkloadSourceFactory {
    private final List<String> remarks = new ArrayList<>();

    List<String> remarks() {
        return remarks;
    }

    WorkloadSource open(WorkloadPlan plan, WorkloadParameters draw) {
        TokenLengths lengths = draw.lengths();
        if (plan instanceof Synthetic synthetic) {
            return new SyntheticSource(synthetic, lengths);
        }
        if (plan instanceof SharedPrefix shared) {
            return new SharedPrefixSource(shared, lengths);
        }
        if (plan instanceof Conversations conversations) {
            return new ConversationSource(conversations, starters(conversations, draw), lengths);
        }
        if (plan instanceof Prompts prompts) {
            return prompts(prompts, draw);
        }
        return plan instanceof Mixture mixture ? mixture(mixture, draw) : trace((Trace) plan, lengths);
    }

    private WorkloadSource mixture(Mixture plan, WorkloadParameters draw) {
        double total = plan.parts().stream().mapToDouble(Part::weight).sum();
        return new MixtureSource(plan.parts().stream()
                .map(part -> {
                    double share = part.weight() / total;
                    return new MixtureSource.Weighted(share, open(part.workload(), draw.scaledBy(share)));
                })
                .toList());
    }

    private WorkloadSource prompts(Prompts plan, WorkloadParameters draw) {
        PromptFile file = PromptFile.read(plan, draw.lengths());
        if (!file.skipped().isEmpty()) {
            remarks.add(plan.file() + ": prompts taken: " + file.prompts().size() + file.skippedText());
        }
        PromptPool pool = PromptPool.of(file.prompts(), draw.demand(), draw.planSeed());
        if (!draw.reuse()) {
            remarkTooFewPrompts(plan.file(), pool, draw.demand());
        }
        IntFunction<PromptPool.StepPrompts> pieces = draw.reuse() ? step -> pool.allPrompts() : pool::stepPrompts;
        return new PromptFileSource(plan, pieces, draw.reuse(), draw.lengths());
    }

    private void remarkTooFewPrompts(Path file, PromptPool pool, StepDemand needs) {
        for (int step = 0; step < needs.steps().size(); step++) {
            OptionalDouble need = needs.steps().get(step);
            PromptPool.StepPrompts piece = pool.stepPrompts(step);
            if (piece.borrowed() || need.orElse(0) > piece.prompts().size()) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%s is too small: step %d needs about %,.0f prompts and has %,d; repeated prompts begin with extra"
                                + " words, so that no prefix cache holds them",
                        file,
                        StepNumber.of(step),
                        need.orElse(1),
                        piece.borrowed() ? 0 : piece.prompts().size()));
            }
        }
    }

    private static WorkloadSource trace(Trace plan, TokenLengths lengths) {
        return new TraceSource(plan, TraceRows.of(plan, TraceReader.read(plan.file(), plan.rows())), lengths);
    }

    private Starters starters(Conversations plan, WorkloadParameters draw) {
        if (plan.starterFile().isEmpty()) {
            return ConversationSource.syntheticStarters(plan, draw.lengths());
        }
        Path path = plan.starterFile().get();
        Prompts asPrompts = new Prompts(RequestClass.ALL, false, path, PromptFormat.JSONL, LengthRange.of(1));
        List<FilePrompt> found = PromptFile.read(asPrompts, draw.lengths()).prompts();
        int steps = draw.demand().steps().size();
        int wanted = draw.reuse() ? plan.starters() : plan.starters() * steps;
        if (found.size() < plan.starters()) {
            throw new IllegalArgumentException(
                    path + " must hold at least " + plan.starters() + " starters but has " + found.size());
        }
        if (found.size() < wanted) {
            remarks.add(
                    path + " has " + found.size() + " starters, not " + plan.starters() + " for each of " + steps
                            + " steps: each step adds different words in front, so that no step finds another's in a prefix cache");
        }
        return new FileConversationStarters(plan, found, sharing(draw.reuse(), found.size() < wanted), draw.lengths());
    }

    private static FileConversationStarters.Sharing sharing(boolean reuse, boolean tooFew) {
        if (reuse) {
            return FileConversationStarters.Sharing.REUSED;
        }
        return tooFew ? FileConversationStarters.Sharing.WITH_NONCE : FileConversationStarters.Sharing.OWN;
    }
}
