package io.tidemark.app.cli;

import picocli.CommandLine.IVersionProvider;

/** The version that the jar carries. */
final class VersionProvider implements IVersionProvider {
    private final String version;

    VersionProvider(String version) {
        this.version = version;
    }

    @Override
    public String[] getVersion() {
        return new String[] {"tidemark " + version};
    }
}
