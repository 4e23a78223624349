package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.sinks.store.read.run.ImportRow;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Sides with runs of other tools: which they are, and what these tools' files lack. Stateless. */
final class ImportedSideNotes {
    private ImportedSideNotes() {}

    private record Origin(List<String> tools, List<String> lacks) {}

    /** A sentence for all sides of the same tools that lack the same; none where Tidemark measured everything. */
    static List<String> caveats(List<ComparedSide> sides) {
        Map<Origin, List<String>> alike = new LinkedHashMap<>();
        sides.forEach(side -> {
            List<ImportRow> marks = side.runs().stream()
                    .flatMap(run -> run.row().imported().stream())
                    .toList();
            if (!marks.isEmpty()) {
                alike.computeIfAbsent(origin(marks), origin -> new ArrayList<>())
                        .add(side.name());
            }
        });
        return alike.entrySet().stream()
                .map(entry -> description(entry.getValue(), entry.getKey()))
                .toList();
    }

    private static Origin origin(List<ImportRow> marks) {
        return new Origin(
                marks.stream().map(ImportRow::tool).distinct().toList(),
                marks.stream().flatMap(mark -> mark.lacks().stream()).distinct().toList());
    }

    private static String description(List<String> names, Origin origin) {
        String lacks = origin.lacks().isEmpty() ? "" : ": " + String.join("; ", origin.lacks());
        return names.stream().collect(Collectors.joining(", ", "", names.size() == 1 ? " was" : " were"))
                + " imported from " + String.join(", ", origin.tools()) + lacks;
    }
}
