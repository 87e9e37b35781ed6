# Completions of adoube for bash. adoube itself gives the words.
_adoube() {
    local IFS=$'\v'
    # bash splits words at : and =, too, which are within values such as flag:white. Here they are joined again: `typed` is
    # what bash has of the last word already.
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
            word=${2//\\/}
        fi
        words[last]=$typed$word
    done
    COMPREPLY=($(_CLAP_IFS=$IFS _CLAP_COMPLETE_INDEX=$last ADOUBE_COMPLETE=bash adoube -- "${words[@]}" 2>/dev/null))
    COMPREPLY=("${COMPREPLY[@]#"$typed"}")
    if [[ -e ${COMPREPLY[0]} ]]; then
        compopt -o filenames 2>/dev/null
    elif [[ ${COMPREPLY[0]} == *[:=/] ]]; then
        compopt -o nospace 2>/dev/null
    fi
}
complete -o bashdefault -F _adoube adoube
