package io.tidemark.producer.imports;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Puts AIPerf's summary and its requests together, which it writes into one folder: they are of one run. */
final class AiPerfPairs {
    private AiPerfPairs() {}

    /** A result with the folder of its file. */
    record Found(String folder, Measurement measured) {
        boolean isOf(ImportFormat format) {
            return measured.tool().format() == format;
        }
    }

    static List<Found> joined(List<Found> all) {
        List<Found> joined = new ArrayList<>();
        for (Found found : all) {
            Optional<Found> pair = pair(found, all);
            if (pair.isEmpty()) {
                joined.add(found);
            } else if (found.isOf(ImportFormat.AIPERF)) {
                joined.add(new Found(
                        found.folder(), join(found.measured(), pair.get().measured())));
            }
        }
        return joined;
    }

    /** The other half of a run. Folders of several experiments may have one name, so that as many requests have to be ok in both. */
    private static Optional<Found> pair(Found found, List<Found> all) {
        if (!found.isOf(ImportFormat.AIPERF) && !found.isOf(ImportFormat.AIPERF_RECORDS)) {
            return Optional.empty();
        }
        ImportFormat other = found.isOf(ImportFormat.AIPERF) ? ImportFormat.AIPERF_RECORDS : ImportFormat.AIPERF;
        return all.stream()
                .filter(candidate -> candidate.isOf(other)
                        && candidate.folder().equals(found.folder())
                        && candidate.measured().tally().ok()
                                == found.measured().tally().ok())
                .findFirst();
    }

    private static Measurement join(Measurement summary, Measurement requests) {
        return new Measurement(
                new SourcePart(
                        summary.part().file() + " + " + requests.part().file(),
                        "",
                        Hashes.hex(summary.part().hash() + requests.part().hash())),
                summary.tool(),
                summary.subject(),
                summary.setting(),
                summary.load(),
                requests.span(),
                requests.tally(),
                summary.metrics(),
                requests.requests(),
                new Remarks(
                        requests.remarks().lacks(),
                        summary.remarks().figures(),
                        List.of(),
                        summary.remarks().verdict()));
    }
}
