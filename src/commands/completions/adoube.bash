# Completions of adoube for bash. adoube itself gives the words.
_adoube() {
    local IFS=$'\v'
    # bash splits words at : and =, too, which are within values such as flag:white. Here they are joined again: `typed` is
    # what bash has of the last word already. Without backslashes; those that a value needs are put back.
    local words=() word last=0 typed='' i
    for ((i = 0; i <= COMP_CWORD; i++)); do
        word=${COMP_WORDS[i]}
        if [[ $i -gt 1 && ($word == [:=]* || ${words[last]} == *[:=]) ]]; then
            typed=${words[last]}
        else
            typed=''
            last=${#words[@]}
        fi
        if [[ $i -eq $COMP_CWORD && $word == [:=]* ]]; then
            typed+=$word
            word=''
        elif [[ $i -eq $COMP_CWORD ]]; then
            word=$2
        fi
        words[last]=$typed${word//\\/}
    done
    COMPREPLY=($(_CLAP_IFS=$IFS _CLAP_COMPLETE_INDEX=$last ADOUBE_COMPLETE=bash adoube -- "${words[@]}" 2>/dev/null))
    COMPREPLY=("${COMPREPLY[@]#"$typed"}")
    # An empty word is not completed to this folder.
    [[ ${COMPREPLY[0]} == . ]] && COMPREPLY=("${COMPREPLY[@]:1}")
    if [[ -e ${COMPREPLY[0]/#~\//$HOME/} ]]; then
        # bash escapes the names, and marks the folders.
        compopt -o filenames 2>/dev/null
        COMPREPLY=("${COMPREPLY[@]%/}")
        return
    fi
    if [[ ${COMPREPLY[0]} == *[:=/] ]]; then
        compopt -o nospace 2>/dev/null
    fi
    if [[ ${COMP_WORDS[COMP_CWORD]} != [\'\"]* ]]; then
        for i in "${!COMPREPLY[@]}"; do
            printf -v word %q "${COMPREPLY[i]}"
            COMPREPLY[i]=${word//\\,/,}
        done
    fi
}
complete -o bashdefault -F _adoube adoube
