package io.tidemark.producer.workload;

import io.tidemark.producer.arrivals.TraceFile;
import io.tidemark.producer.arrivals.TraceRow;
import io.tidemark.producer.plan.LengthRange;
import io.tidemark.producer.plan.PromptFormat;
import io.tidemark.producer.plan.WorkloadPlan;
import io.tidemark.producer.plan.WorkloadPlan.Conversations;
import io.tidemark.producer.plan.WorkloadPlan.Mixture;
import io.tidemark.producer.plan.WorkloadPlan.Part;
import io.tidemark.producer.plan.WorkloadPlan.Prompts;
import io.tidemark.producer.plan.WorkloadPlan.SharedPrefix;
import io.tidemark.producer.plan.WorkloadPlan.Synthetic;
import io.tidemark.producer.plan.WorkloadPlan.Trace;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.ConversationsSource.Starters;
import io.tidemark.producer.workload.files.FilePrompt;
import io.tidemark.producer.workload.files.PromptFile;
import io.tidemark.schemas.RequestClass;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.IntFunction;

/** Opens the kinds of workloads, and collects what is to be known about their files. */
final class Sources {
    private final List<String> remarks = new ArrayList<>();

    List<String> remarks() {
        return remarks;
    }

    Source open(WorkloadPlan plan, RunDraw draw) {
        TokenLengths lengths = draw.lengths();
        if (plan instanceof Synthetic synthetic) {
            return new SyntheticSource(synthetic, lengths);
        }
        if (plan instanceof SharedPrefix shared) {
            return new SharedPrefixSource(shared, lengths);
        }
        if (plan instanceof Conversations conversations) {
            return new ConversationsSource(conversations, starters(conversations, draw), lengths);
        }
        if (plan instanceof Prompts prompts) {
            return prompts(prompts, draw);
        }
        return plan instanceof Mixture mixture ? mixture(mixture, draw) : trace((Trace) plan, lengths);
    }

    private Source mixture(Mixture plan, RunDraw draw) {
        double total = plan.parts().stream().mapToDouble(Part::weight).sum();
        return new MixtureSource(plan.parts().stream()
                .map(part -> {
                    double share = part.weight() / total;
                    return new MixtureSource.Weighted(share, open(part.workload(), draw.times(share)));
                })
                .toList());
    }

    private Source prompts(Prompts plan, RunDraw draw) {
        PromptFile file = PromptFile.read(plan, draw.lengths());
        if (!file.leftOut().isEmpty()) {
            remarks.add(plan.file() + ": prompts taken: " + file.prompts().size() + file.leftOutInWords());
        }
        PromptPool pool = PromptPool.of(file.prompts(), draw.needs(), draw.planSeed());
        if (!draw.reuse()) {
            remarkRepeats(plan.file(), pool, draw.needs());
        }
        IntFunction<PromptPool.Piece> pieces = draw.reuse() ? step -> pool.whole() : pool::piece;
        return new PromptsSource(plan, pieces, draw.reuse(), draw.lengths());
    }

    private void remarkRepeats(Path file, PromptPool pool, StepNeeds needs) {
        for (int step = 0; step < needs.steps().size(); step++) {
            OptionalDouble need = needs.steps().get(step);
            PromptPool.Piece piece = pool.piece(step);
            if (piece.borrowed() || need.orElse(0) > piece.prompts().size()) {
                remarks.add(String.format(
                        Locale.ROOT,
                        "%s is too small: step %d asks for about %.0f prompts and has %d of its own; those asked again begin"
                                + " with words of their own, so that no prefix cache holds them",
                        file,
                        step,
                        need.orElse(1),
                        piece.borrowed() ? 0 : piece.prompts().size()));
            }
        }
    }

    private static Source trace(Trace plan, TokenLengths lengths) {
        List<TraceRow> rows = TraceFile.read(plan.file(), plan.rows());
        for (int i = 0; i < rows.size(); i++) {
            requireBlocks(rows.get(i), plan.file() + " row " + (i + 1));
        }
        return new TraceSource(plan, rows, lengths);
    }

    private static void requireBlocks(TraceRow row, String where) {
        int needed = (row.promptTokens() + TraceSource.BLOCK_TOKENS - 1) / TraceSource.BLOCK_TOKENS;
        if (!row.hashIds().isEmpty() && row.hashIds().size() != needed) {
            throw new IllegalArgumentException(where + " must have " + needed + " hash_ids for " + row.promptTokens()
                    + " prompt tokens, one per " + TraceSource.BLOCK_TOKENS + ", but had "
                    + row.hashIds().size());
        }
    }

    private Starters starters(Conversations plan, RunDraw draw) {
        if (plan.starterFile().isEmpty()) {
            return ConversationsSource.madeUp(plan, draw.lengths());
        }
        Path path = plan.starterFile().get();
        Prompts asPrompts = new Prompts(RequestClass.ALL, false, path, PromptFormat.JSONL, LengthRange.of(1));
        List<FilePrompt> found = PromptFile.read(asPrompts, draw.lengths()).prompts();
        int steps = draw.needs().steps().size();
        int wanted = draw.reuse() ? plan.starters() : plan.starters() * steps;
        if (found.size() < plan.starters()) {
            throw new IllegalArgumentException(
                    path + " must hold at least " + plan.starters() + " starters but has " + found.size());
        }
        if (found.size() < wanted) {
            remarks.add(
                    path + " has " + found.size() + " starters, not " + plan.starters() + " for each of " + steps
                            + " steps: each step puts words of its own before them, so that no step finds another's in a prefix cache");
        }
        return new FileStarters(plan, found, sharing(draw.reuse(), found.size() < wanted), draw.lengths());
    }

    private static FileStarters.Sharing sharing(boolean reuse, boolean tooFew) {
        if (reuse) {
            return FileStarters.Sharing.REUSED;
        }
        return tooFew ? FileStarters.Sharing.TOLD_APART : FileStarters.Sharing.OWN;
    }
}
