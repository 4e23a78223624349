package io.tidemark.importers.run;

import io.tidemark.importers.result.Measurement;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The phase of a result: as given, else as the file says, else its server's flags, else the folder that it lies in. */
public record PhaseResolver(Optional<String> givenPhase, Map<String, String> folders) {
    private static final String NONE = "imported";

    public String of(Measurement measured) {
        return givenPhase
                .or(() -> measured.context().phase())
                .or(() -> flags(measured.context().config()))
                .orElseGet(() -> folder(measured));
    }

    private static Optional<String> flags(Map<String, String> config) {
        return config.isEmpty()
                ? Optional.empty()
                : Optional.of(new TreeMap<>(config)
                        .entrySet().stream()
                                .map(flag -> flag.getKey() + "=" + flag.getValue())
                                .collect(Collectors.joining(", ")));
    }

    private String folder(Measurement measured) {
        String folder = folders.getOrDefault(measured.source().hash(), "");
        return folder.isBlank() ? NONE : folder;
    }
}
