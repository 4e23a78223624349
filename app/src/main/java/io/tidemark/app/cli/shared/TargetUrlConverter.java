package io.tidemark.app.cli.shared;

import java.net.URI;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads the URL of a server that is sent load: paths are put after it, so it has no query. */
public final class TargetUrlConverter implements ITypeConverter<URI> {
    @Override
    public URI convert(String text) {
        URI url = new UrlConverter().convert(text);
        if (url.getRawQuery() != null || url.getRawFragment() != null) {
            throw new TypeConversionException(
                    "must have no query and no fragment; a plan names path and query of requests in targets[].endpoint,"
                            + " bench in --endpoint");
        }
        return url;
    }
}
