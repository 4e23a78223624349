package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.ComparedStep;
import io.tidemark.reports.compare.LoadLevel;
import io.tidemark.schemas.FigureDoubt;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/** Whether sides answered at the same length: an answer of fewer tokens is over sooner, whatever the configuration. */
final class OutputLengthCheck {
    /** More than drawn lengths and a server's own end of a sentence make of means over a step. */
    private static final double FAR = 0.05;

    private OutputLengthCheck() {}

    /** One sentence for each load that two sides ran with answers of other lengths. */
    static List<String> caveats(List<ComparedSide> sides) {
        List<String> doubts = new ArrayList<>();
        for (ComparedSide side : sides.subList(1, sides.size())) {
            ComparedSide base = sides.get(0);
            for (LoadLevel load : side.loads()) {
                OptionalDouble there = perAnswer(base.stepsAt(load));
                OptionalDouble here = perAnswer(side.stepsAt(load));
                if (there.isPresent() && here.isPresent() && isFar(there.getAsDouble(), here.getAsDouble())) {
                    doubts.add("answers at " + load.format() + " are not of the same length: "
                            + ValueText.digits(there.getAsDouble()) + " output tokens on average in " + base.name()
                            + " and " + ValueText.digits(here.getAsDouble()) + " in " + side.name()
                            + ". This alone changes E2E and token rates");
                }
            }
        }
        return doubts;
    }

    private static boolean isFar(double one, double other) {
        return Math.abs(one - other) > FAR * Math.max(one, other);
    }

    /** Empty where no tokens are known. */
    private static OptionalDouble perAnswer(List<ComparedStep> all) {
        List<ComparedStep> steps = all.stream()
                .filter(step -> !FigureDoubt.leavesTokensUnknown(step.flags()))
                .toList();
        long ok = steps.stream().mapToLong(step -> step.result().counts().ok()).sum();
        long tokens = steps.stream()
                .mapToLong(step -> step.result().counts().outputTokens())
                .sum();
        return ok == 0 || tokens == 0 ? OptionalDouble.empty() : OptionalDouble.of((double) tokens / ok);
    }
}
