package io.tidemark.producer.imports;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The phase of a result: as said, else as the file says, else its server's flags, else the folder that it lies in. */
record Phases(Optional<String> said, Map<String, String> folders) {
    private static final String NONE = "imported";

    String of(Measurement measured) {
        return said.or(() -> measured.setting().phase())
                .or(() -> flags(measured.setting().config()))
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
        String folder = folders.getOrDefault(measured.part().hash(), "");
        return folder.isBlank() ? NONE : folder;
    }
}
